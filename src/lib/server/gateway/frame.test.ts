import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');

/** Values by name, light theme first, as in the style sheet. */
const tokensOf = (sheet: string, prefix: string) =>
  [...sheet.matchAll(new RegExp(String.raw`--${prefix}([\w-]+): (oklch[^;]+);`, 'g'))].map(
    ([, name, value]) => `${name}: ${value}`,
  );

it('has the colors of the app, light and dark', () => {
  const own = tokensOf(read('lib/server/gateway/frame-look.html'), '');
  expect(own).toHaveLength(10);
  expect(tokensOf(read('app.css'), 'ink-')).toEqual(expect.arrayContaining(own));
});
