import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unfilledPlaceholders } from './placeholders';
import { nextPlaceholder } from './placeholder-navigation';

const texts = fc
  .array(fc.constantFrom('{ask: a}', '{choose: b|c}', 'text', ' ', '\n'), { maxLength: 8 })
  .map((pieces) => pieces.join(''));

describe('Tab between placeholders', () => {
  it('visits every unfilled placeholder once and then leaves, from anywhere in the text', () => {
    fc.assert(
      fc.property(texts, fc.nat(), (text, place) => {
        const blanks = unfilledPlaceholders(text);
        let at: readonly [number, number] = [place % (text.length + 1), place % (text.length + 1)];
        const ahead = blanks.filter(({ start }) => start >= at[1]);
        const seen = [];
        for (;;) {
          const next = nextPlaceholder(blanks, ...at, false);
          if (!next) break;
          seen.push(next);
          at = [next.start, next.end];
        }
        expect(seen).toEqual(ahead.length > 0 ? ahead : blanks);
      }),
    );
  });

  it('moves backward to the first one and then leaves', () => {
    const text = '{ask: a} and {ask: b} end';
    const [one, two] = unfilledPlaceholders(text);
    expect(nextPlaceholder(unfilledPlaceholders(text), text.length, text.length, true)).toEqual(
      two,
    );
    expect(nextPlaceholder(unfilledPlaceholders(text), two!.start, two!.end, true)).toEqual(one);
    expect(nextPlaceholder(unfilledPlaceholders(text), one!.start, one!.end, true)).toBeUndefined();
  });
});
