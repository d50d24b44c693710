import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeText } from './merge-text';

const space = fc.constantFrom(' ', ' ', '\n', '\n\n', '  ');
const wordsIn = (text: string) => text.match(/\S+/g) ?? [];

/** Joins words with random whitespace. */
const spaced = (words: fc.Arbitrary<string[]>) =>
  words.chain((list) =>
    fc
      .array(space, { minLength: list.length, maxLength: list.length })
      .map((spaces) =>
        list.map((word, index) => (index === 0 ? word : spaces[index] + word)).join(''),
      ),
  );

/** An edit of a word: keep, remove, replace, or insert before or after. */
const edit = fc.constantFrom('keep', 'keep', 'remove', 'replace', 'before', 'after');

function edited(words: readonly string[], edits: readonly string[], mark: string): string[] {
  return words.flatMap((word, index) => {
    const own = `${mark}${index}`;
    switch (edits[index]) {
      case 'remove':
        return [];
      case 'replace':
        return [own];
      case 'before':
        return [own, word];
      case 'after':
        return [word, own];
      default:
        return [word];
    }
  });
}

describe('mergeText', () => {
  it.each([
    ['line breaks around it', 'foo', 'start\nfoo', 'foo\nend', 'start\nfoo\nend'],
    ['a new first word on each line', 'a\nb', '- a\n- b', 'a\nb\nc', '- a\n- b\nc'],
    ['a paragraph made of a line', 'a b c', 'a\n\nb c', 'a b c d', 'a\n\nb c d'],
    [
      'the first word gone, and one more',
      'Hi Bob, bye',
      'Bob, bye',
      'Hi Bob, bye now',
      'Bob, bye now',
    ],
    ['an indent', 'a b', '  a b', 'a b c', '  a b c'],
  ])('merges %s', (_name, base, mine, theirs, value) => {
    expect(mergeText(base, mine, theirs)).toEqual({ value, overlaps: false });
    expect(mergeText(base, theirs, mine)).toEqual({ value, overlaps: false });
  });

  it.each([
    [
      'in a line',
      'Meet at ten please',
      'Meet at noon please',
      'Meet at nine please',
      'Meet at noon nine please',
    ],
    ['of several lines', 'x', 'one\ntwo', 'three', 'one\ntwo\nthree'],
    [
      'without doubling what they agree on',
      'a z',
      'a the blue car z',
      'a the red car z',
      'a the blue red car z',
    ],
  ])('keeps both sides of a change %s', (_name, base, mine, theirs, value) => {
    expect(mergeText(base, mine, theirs)).toEqual({ value, overlaps: true });
  });

  it('merges edits of both sides, word by word, when they are apart', () => {
    const length = 8;
    const edits = fc.array(edit, { minLength: length, maxLength: length });
    const cases = fc.tuple(edits, edits, fc.nat(length), fc.infiniteStream(space));
    fc.assert(
      fc.property(cases, ([left, right, between, spaces]) => {
        const before = Array.from({ length }, (_, index) => `l${index}`).slice(0, between);
        const after = Array.from({ length }, (_, index) => `r${index}`);
        const [mine, theirs] = [edited(before, left, 'mine'), edited(after, right, 'theirs')];
        const text = (...parts: readonly string[]) =>
          parts.reduce((all, word) => all + spaces.next().value + word, '').trim();
        const merged = mergeText(
          text(...before, 'between', ...after),
          text(...mine, 'between', ...after),
          text(...before, 'between', ...theirs),
        );
        expect(wordsIn(merged.value)).toEqual([...mine, 'between', ...theirs]);
        expect(merged.overlaps).toBe(false);
      }),
    );
  });

  it('never joins two words into one', () => {
    const text = spaced(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 }));
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const known = new Set([base, mine, theirs].flatMap(wordsIn));
        for (const word of wordsIn(mergeText(base, mine, theirs).value))
          expect(known).toContain(word);
      }),
    );
  });

  it.each([
    ['one broke a line, one made a paragraph', 'a b', 'a\nb', 'a\n\nb', 'a\n\nb'],
    ['one broke a line, one wrote two spaces', 'a b', 'a\nb', 'a  b', 'a\nb'],
    ['both wrote the same, on other lines', 'x', 'a b', 'a\nb', 'a\nb'],
    ['both indented', 'a', '  a', '    a', '    a'],
  ])('treats whitespace the same on both sides: %s', (_name, base, mine, theirs, value) => {
    expect(mergeText(base, mine, theirs)).toEqual({ value, overlaps: false });
    expect(mergeText(base, theirs, mine)).toEqual({ value, overlaps: false });
  });

  const short = spaced(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 }));
  const indented = fc.tuple(fc.constantFrom('', ' ', '  '), short).map((parts) => parts.join(''));

  it('is symmetric where the changes do not overlap', () => {
    fc.assert(
      fc.property(indented, indented, indented, (base, mine, theirs) => {
        const [one, other] = [mergeText(base, mine, theirs), mergeText(base, theirs, mine)];
        expect(other.overlaps).toBe(one.overlaps);
        if (!one.overlaps) expect(other.value.trimEnd()).toBe(one.value.trimEnd());
      }),
    );
  });

  it('changes nothing when merged again with either side', () => {
    const length = 6;
    const edits = fc.array(edit, { minLength: length, maxLength: length });
    const cases = fc.tuple(edits, edits, fc.infiniteStream(space));
    fc.assert(
      fc.property(cases, ([one, other, spaces]) => {
        const words = Array.from({ length }, (_, index) => `w${index}`);
        const text = (parts: readonly string[]) =>
          parts.reduce((all, word) => all + spaces.next().value + word, '').trim();
        const base = text(words);
        const mine = text(edited(words, one, 'mine'));
        const theirs = text(edited(words, other, 'theirs'));
        const merged = mergeText(base, mine, theirs);
        if (merged.overlaps) return;
        expect(mergeText(base, merged.value, theirs)).toEqual(merged);
        expect(mergeText(base, mine, merged.value)).toEqual(merged);
      }),
    );
  });
});
