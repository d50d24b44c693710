import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceRunsOf, wordDifference } from './word-difference';

/** The parts that only one text has, and that whole text. */
function side(before: string, after: string, of: 'before' | 'after') {
  const runs = differenceRunsOf(wordDifference(before, after), of);
  return {
    own: runs.filter((run) => run.of === of).map(({ text }) => text.trim()),
    whole: runs.map(({ text }) => text).join(''),
  };
}

describe('the difference of two texts', () => {
  it('has the words that only one of them has', () => {
    const texts = ['Meet at ten on Monday.', 'Meet at noon on Monday, please.'] as const;
    expect(side(...texts, 'before').own).toEqual(['ten']);
    expect(side(...texts, 'after').own).toEqual(['noon', ', please']);
  });

  it('has removed text before its replacement', () => {
    expect(wordDifference('at ten now', 'at noon now').map(({ of }) => of)).toEqual([
      'both',
      'before',
      'after',
      'both',
    ]);
  });

  it('has no changes for equal texts', () => {
    expect(wordDifference('same', 'same')).toEqual([{ text: 'same', of: 'both' }]);
    expect(wordDifference('', '')).toEqual([]);
  });

  it('loses no character of either', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 200 });
    fc.assert(
      fc.property(text, text, text, text, (head, one, other, tail) => {
        const [a, b] = [head + one + tail, head + other + tail];
        expect(side(a, b, 'before').whole).toBe(a);
        expect(side(a, b, 'after').whole).toBe(b);
      }),
    );
  });

  it('gives up details for endless repetition, but not the text', () => {
    const [a, b] = ['x a '.repeat(2500), 'a '.repeat(5000)];
    expect(side(a, b, 'before').whole).toBe(a);
    expect(side(a, b, 'after').whole).toBe(b);
  });
});
