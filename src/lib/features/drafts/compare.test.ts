import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare } from './compare';

const changed = (pieces: readonly { text: string; changed: boolean }[]) =>
  pieces.filter((piece) => piece.changed).map((piece) => piece.text.trim());
const whole = (pieces: readonly { text: string }[]) => pieces.map((piece) => piece.text).join('');

describe('compare', () => {
  it('marks the words that only one side has', () => {
    const { mine, theirs } = compare('Meet at ten on Monday.', 'Meet at noon on Monday, please.');
    expect(changed(mine)).toEqual(['ten']);
    expect(changed(theirs)).toEqual(['noon', ', please']);
  });

  it('marks nothing in equal texts', () => {
    expect(changed(compare('same', 'same').mine)).toEqual([]);
  });

  it('loses no character of either text', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 200 });
    fc.assert(
      fc.property(text, text, text, text, (head, one, other, tail) => {
        const a = head + one + tail;
        const b = head + other + tail;
        const { mine, theirs } = compare(a, b);
        expect(whole(mine)).toBe(a);
        expect(whole(theirs)).toBe(b);
      }),
    );
  });

  it('gives up on details for endless repetition, not on the text', () => {
    const a = 'x a '.repeat(2500);
    const b = 'a '.repeat(5000);
    expect(whole(compare(a, b).mine)).toBe(a);
    expect(whole(compare(a, b).theirs)).toBe(b);
  });
});
