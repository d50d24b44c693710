import { expect, test } from 'vitest';
import { importsOf } from './read-imports.js';
import { barrelFiles, newFileCycles, newFolderCycles, forbiddenImports } from './boundary-rules.js';

function importsIn(files: Record<string, string>) {
  return Object.entries(files).flatMap(([path, text]) =>
    importsOf(path, text, (other) => other in files),
  );
}

const component = (script: string, markup = '') => `<script lang="ts">${script}</script>${markup}`;

test('finds imports wherever they can occur', () => {
  const found = importsIn({
    'src/a.ts': `import b from './b';
      import type { C } from './c';
      export { d } from '$lib/d';
      export * from './e';
      const f = () => import('./f');
      type G = typeof import('./g');`,
    'src/H.svelte': component(
      `import i from 'i';`,
      `{#await import('./J.svelte') then { default: J }}<J />{/await}`,
    ),
    'src/b.ts': '',
    'src/g.js': '',
  });
  expect(found.map(({ from, line, to, type }) => [from, line, to, type])).toEqual([
    ['src/a.ts', 1, 'src/b.ts', false],
    ['src/a.ts', 2, 'src/c', true],
    ['src/a.ts', 3, 'src/lib/d', false],
    ['src/a.ts', 4, 'src/e', false],
    ['src/a.ts', 5, 'src/f', false],
    ['src/a.ts', 6, 'src/g.js', true],
    ['src/H.svelte', 1, 'src/J.svelte', false],
    ['src/H.svelte', 1, 'i', false],
  ]);
});

test.each([
  ['src/lib/api/a.ts', `import '$lib/client/b';`, '"lib/api/a.ts" may not import "lib/client/b"'],
  ['src/lib/ui/A.svelte', component(`import '../client/b';`), 'may not import "lib/client/b"'],
  ['src/lib/client/a.ts', `const b = import('idb');`, '"idb" is used in one module only'],
  ['src/lib/client/a.ts', `export * from './b';`, 'No barrel files'],
])('%s: refuses %s', (path, text, fault) => {
  expect(forbiddenImports(importsIn({ [path]: text }))).toEqual([expect.stringContaining(fault)]);
});

test.each([
  ['src/lib/client/a.ts', `import '$lib/api/b'; import './c';`],
  ['src/lib/client/a.test.ts', `import '$lib/server/service/b'; import 'idb';`],
  ['src/lib/client/outbox/a.ts', `import 'idb';`],
  ['tests/a.ts', `import '../src/lib/client/b'; export * from './c';`],
])('%s: allows %s', (path, text) => {
  expect(forbiddenImports(importsIn({ [path]: text }))).toEqual([]);
});

test('refuses an index file', () => {
  expect(barrelFiles(['src/lib/api/index.ts', 'src/lib/index-of-a.ts', 'tests/index.ts'])).toEqual([
    expect.stringContaining('src/lib/api/index.ts:1'),
  ]);
});

test('finds a cycle of files through components and dynamic imports', () => {
  const cycle = {
    'src/a.ts': `const b = import('./B.svelte');`,
    'src/B.svelte': component(`import './c';`),
    'src/c.ts': `import './a'; import './d';`,
    'src/d.ts': '',
  };
  expect(newFileCycles(importsIn(cycle), [])).toEqual([
    `Cycle:
  src/B.svelte → src/c.ts (src/B.svelte:1)
  src/c.ts → src/a.ts (src/c.ts:1)
  src/a.ts → src/B.svelte (src/a.ts:1)`,
  ]);
  expect(newFileCycles(importsIn({ 'src/a.ts': `import './a';` }), [])).toHaveLength(1);
  const types = { ...cycle, 'src/c.ts': `import type { A } from './a';` };
  expect(newFileCycles(importsIn(types), [])).toEqual([]);
});

test('counts type imports in a cycle of folders, but not imports in tests', () => {
  const one = { 'src/lib/features/a/a.ts': `import { b } from '../b/b';` };
  const other = `import type { A } from '../a/a';`;
  const cycle = importsIn({ ...one, 'src/lib/features/b/b.ts': other });
  expect(newFolderCycles(cycle, [])).toEqual([
    `Cycle:
  lib/features/a → lib/features/b (src/lib/features/a/a.ts:1)
  lib/features/b → lib/features/a (src/lib/features/b/b.ts:1)`,
  ]);
  const tested = importsIn({ ...one, 'src/lib/features/b/b.test.ts': other });
  expect(newFolderCycles(tested, [])).toEqual([]);
});

test('accepts a known cycle, and reports it once it no longer exists', () => {
  const cycle = importsIn({ 'src/a.ts': `import './b';`, 'src/b.ts': `import './a';` });
  const straight = importsIn({ 'src/a.ts': `import './b';`, 'src/b.ts': '' });
  const known = [['src/a.ts', 'src/b.ts']];
  expect(newFileCycles(cycle, known)).toEqual([]);
  expect(newFileCycles(straight, known)).toEqual([expect.stringContaining('No longer in a cycle')]);
});
