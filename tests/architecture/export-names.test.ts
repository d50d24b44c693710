import { expect, test } from 'vitest';
import { countNames, exportsOf, nameFaults } from './export-names.js';

const files = {
  'src/lib/a.ts': `export interface UploadRow {} export const maxFiles = 3; const hidden = 1;`,
  'src/lib/b.ts': `export { maxFiles } from './a'; export class Draft {}`,
  'src/lib/Panel.svelte': `<script module lang="ts">export type PanelState = 'open';</script>`,
};
const read = (sources: Readonly<Record<string, string>>) =>
  Object.entries(sources).flatMap(([file, source]) => exportsOf(file, source));
const faultsWith = (more: Readonly<Record<string, string>>) =>
  nameFaults(read({ ...files, ...more }), { Draft: 'the API’s draft' });

test('lists what modules and components export under their own names', () => {
  expect(read(files).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'type UploadRow',
    'constant maxFiles',
    'class Draft',
    'component Panel',
    'type PanelState',
  ]);
  const pairs = exportsOf('src/lib/c.ts', 'export const [useRows, provideRows] = make();');
  expect(pairs.map(({ name }) => name)).toEqual(['useRows', 'provideRows']);
});

test('accepts specific names that are used once', () => {
  expect(faultsWith({})).toEqual([]);
});

test.each([
  [
    'the same name twice',
    'export type UploadRow = 1;',
    '"UploadRow" is exported by src/lib/a.ts and src/lib/z.ts.',
  ],
  ['the name of a component', 'export const Panel = 1;', '"Panel" is exported by'],
  ['a type of one word', 'export type Row = 1;', 'src/lib/z.ts: "Row" is a single word.'],
  ['a class of one word', 'export class Held {}', 'src/lib/z.ts: "Held" is a single word.'],
  ['a limit named most…', 'export const mostFoo = 1;', 'src/lib/z.ts: "mostFoo" is a limit.'],
])('refuses %s', (_, source, fault) => {
  expect(faultsWith({ 'src/lib/z.ts': source })).toEqual([expect.stringContaining(fault)]);
});

test('reports an allowed word that nothing exports', () => {
  expect(nameFaults(read(files), { Draft: '', Ghost: '' })).toEqual([
    '"Ghost" is allowed but not exported. Remove it from export-names.js.',
  ]);
});

test('counts types, single words and duplicates', () => {
  expect(countNames(read(files))).toEqual({
    exports: 5,
    types: 3,
    singleWordTypes: 1,
    duplicates: 0,
  });
});
