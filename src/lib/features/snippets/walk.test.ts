import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openBlanks } from './blanks';
import { nextBlank } from './walk';

const texts = fc
  .array(fc.constantFrom('{ask: a}', '{choose: b|c}', 'text', ' ', '\n'), { maxLength: 8 })
  .map((pieces) => pieces.join(''));

describe('Tab among blanks', () => {
  it('visits every open blank once and then leaves, from anywhere in the text', () => {
    fc.assert(
      fc.property(texts, fc.nat(), (text, place) => {
        const blanks = openBlanks(text);
        let at: readonly [number, number] = [place % (text.length + 1), place % (text.length + 1)];
        const ahead = blanks.filter(({ start }) => start >= at[1]);
        const seen = [];
        for (;;) {
          const next = nextBlank(blanks, ...at, false);
          if (!next) break;
          seen.push(next);
          at = [next.start, next.end];
        }
        expect(seen).toEqual(ahead.length > 0 ? ahead : blanks);
      }),
    );
  });

  it('goes back to the first one and then leaves', () => {
    const text = '{ask: a} and {ask: b} end';
    const [one, two] = openBlanks(text);
    expect(nextBlank(openBlanks(text), text.length, text.length, true)).toEqual(two);
    expect(nextBlank(openBlanks(text), two!.start, two!.end, true)).toEqual(one);
    expect(nextBlank(openBlanks(text), one!.start, one!.end, true)).toBeUndefined();
  });
});
