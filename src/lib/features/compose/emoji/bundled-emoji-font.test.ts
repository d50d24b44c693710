import { describe, expect, it } from 'vitest';
import { emojiFaces } from '../../../../../vite.fonts';
import { emojiCatalog } from './emoji-catalog';

/** Unicode ranges of each part of the bundled font. */
const parts = [...emojiFaces().matchAll(/unicode-range:([^;]+);/g)].map(([, ranges = '']) =>
  ranges.split(',').map((range) => {
    const [first = '', last = first] = range.trim().slice('U+'.length).split('-');
    return [parseInt(first, 16), parseInt(last, 16)] as const;
  }),
);
const claim = (code: number) =>
  parts.filter((ranges) => ranges.some(([first, last]) => code >= first && code <= last));
const presentation = 0xfe0f;

describe('the bundled emoji', () => {
  it('have a glyph for every emoji that can be picked', () => {
    const codes = [...emojiCatalog().values()]
      .flat()
      .flatMap(({ sign }) => Array.from(sign ?? '', (point) => point.codePointAt(0)!));
    const without = codes.filter((code) => code !== presentation && claim(code).length === 0);
    expect(without.map((code) => code.toString(16))).toEqual([]);
  });

  // A browser fetches every part that claims a character, and this one follows half of the emoji.
  it('don’t claim the variation selector', () => {
    expect(parts.length).toBeGreaterThan(10);
    expect(claim(presentation)).toEqual([]);
  });
});
