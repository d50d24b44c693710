import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (folder: string, names: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => names.test(name) && !name.startsWith(join('lib', 'paraglide')))
    .map((name) => readFileSync(join(folder, name), 'utf8'));

it('contains no text that nothing uses', () => {
  const texts = read('messages/en', /\.json$/).flatMap((json) =>
    Object.keys(JSON.parse(json) as object).filter((name) => !name.startsWith('$')),
  );
  const shown = read('src', /(?<!\.test)\.(?:ts|svelte)$/).join('\n');
  const used = new Set(shown.match(/(?<=\bm\.)\w+/g));
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((name) => !used.has(name))).toEqual([]);
});
