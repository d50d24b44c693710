import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyBody, defaultLimits, type DraftBody } from './draft-body';
import { continuesText, coversText, mergeBodies, rewritesText } from './merge-bodies';

const body = (content: string, change: Partial<DraftBody> = {}): DraftBody => ({
  ...emptyBody,
  ...change,
  content,
});
const merged = (base: string, mine: string, theirs: string) =>
  mergeBodies(body(base), body(mine), body(theirs), defaultLimits);

describe('mergeBodies', () => {
  it.each([
    ['both ends', 'middle', 'start middle', 'middle end', 'start middle end'],
    ['only theirs', 'a b', 'a b', 'a b c', 'a b c'],
    ['only mine', 'a b', 'a x b', 'a b', 'a x b'],
    ['the same on both sides', 'a', 'a b', 'a b', 'a b'],
    ['one side with all words of the other', 'a', 'a b c', 'a b', 'a b c'],
    ['lines', 'one\ntwo\nthree', 'one\ntwo\nthree!', 'ONE\ntwo\nthree', 'ONE\ntwo\nthree!'],
  ])('merges changes of %s', (_name, base, mine, theirs, result) => {
    expect(merged(base, mine, theirs)).toEqual({ body: body(result), overlaps: false });
  });

  it('keeps both texts where changes overlap', () => {
    const { body: both, overlaps } = merged('at ten', 'at noon', 'at nine');
    expect(overlaps).toBe(true);
    expect(both.content).toContain('noon');
    expect(both.content).toContain('nine');
  });

  it('takes the recipient of the side that changed it, and reports an overlap if both did', () => {
    const people = (to: number[]) => body('x', { type: 'private', to });
    expect(mergeBodies(people([1]), people([1]), people([2]), defaultLimits).body.to).toEqual([2]);
    expect(mergeBodies(people([1]), people([3]), people([2]), defaultLimits).overlaps).toBe(true);
  });

  it('keeps every word that a side added', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 });
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const [o, a, b] = [base, [...mine, 'MINE'], ['THEIRS', ...theirs]].map((words) =>
          words.join(' '),
        );
        const { content } = merged(o ?? '', a ?? '', b ?? '').body;
        expect(content).toContain('MINE');
        expect(content).toContain('THEIRS');
      }),
    );
  });
});

describe('comparing texts', () => {
  it('detects that no old text is lost', () => {
    expect(coversText(body('see you on Monday'), body('see you Mon'))).toBe(true);
    expect(coversText(body('see you'), body('you see'))).toBe(false);
  });

  it('recognizes its own draft after someone continued it', () => {
    expect(continuesText(body('Hi there, all'), body('Hi all'))).toBe(true);
    expect(continuesText(body('this'), body('hi'))).toBe(false);
    expect(continuesText(body('Hi all', { type: 'private', to: [1] }), body('Hi'))).toBe(false);
  });

  it('detects an edit that replaced everything', () => {
    expect(rewritesText('a long text that somebody wrote with some care', 'else')).toBe(true);
    expect(rewritesText('a long text that somebody wrote with some care', 'a long text that')).toBe(
      false,
    );
  });
});
