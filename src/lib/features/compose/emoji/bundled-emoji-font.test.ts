import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emojiCatalog } from './emoji-catalog';

const css = await readFile(join(import.meta.dirname, '../../../../emoji.css'), 'utf8');

/** The ranges of each part of the bundled face. */
const parts = [...css.matchAll(/unicode-range:([^;]+);/g)].map(([, ranges = '']) =>
  ranges.split(',').map((range) => {
    const [first = '', last = first] = range.trim().slice('U+'.length).split('-');
    return [parseInt(first, 16), parseInt(last, 16)] as const;
  }),
);
const claim = (code: number) =>
  parts.filter((ranges) => ranges.some(([first, last]) => code >= first && code <= last));
const presentation = 0xfe0f;

describe('the bundled emoji', () => {
  it('have a glyph for all that can be chosen', () => {
    const codes = [...emojiCatalog().values()]
      .flat()
      .flatMap(({ sign }) => Array.from(sign ?? '', (point) => point.codePointAt(0)!));
    const without = codes.filter((code) => code !== presentation && claim(code).length === 0);
    expect(without.map((code) => code.toString(16))).toEqual([]);
  });

  // A browser fetches each part that claims a character, and this one stands behind half of them.
  it('claim no character that asks for colour alone', () => {
    expect(parts.length).toBeGreaterThan(10);
    expect(claim(presentation)).toEqual([]);
  });
});
