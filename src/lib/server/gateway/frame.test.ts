import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');

/** Values by name, light ones first, as a sheet gives them. */
const tokensOf = (sheet: string, prefix: string) =>
  [...sheet.matchAll(new RegExp(String.raw`--${prefix}([\w-]+): (oklch[^;]+);`, 'g'))].map(
    ([, name, value]) => `${name}: ${value}`,
  );

it('has the colours of the app, light and dark', () => {
  const own = tokensOf(read('lib/server/gateway/frame-look.html'), '');
  expect(own).toHaveLength(10);
  expect(tokensOf(read('app.css'), 'ink-')).toEqual(expect.arrayContaining(own));
});
