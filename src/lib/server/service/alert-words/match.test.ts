import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findWords, firstRunOf, firstRunsOf } from './match';

describe('a word', () => {
  it.each([
    ['deploy', 'We deploy now', true],
    ['deploy', 'DEPLOY!', true],
    ['Deploy', '(deploy)', true],
    ['deploy', 'deployed', false],
    ['deploy', 'redeploy', false],
    ['deploy', 'deploy_now', false],
    ['deploy', '**deploy**', true],
    ['c++', 'in c++, say', true],
    ['c++', 'c++11', false],
    ['release notes', 'the release notes.', true],
    ['release notes', 'release  notes', false],
    [':-)', 'fine :-)', true],
    ['#42', 'see #42', true],
    ['#42', 'see #421', false],
    ['café', 'le CAFÉ', true],
    ['caf', 'café', false],
    ['𝛼', 'the 𝛼 test', true],
    ['𝛼', 'the 𝛼𝛽 test', false],
    ['test', '𝛼test', false],
    ['aa', 'a aa a', true],
    ['a a', 'a a a', true],
    ['she', 'ushers', false],
  ])('%j in %j: %s', (word, text, there) => {
    expect(findWords(text, [word]).size).toBe(there ? 1 : 0);
    if (there) expect(firstRunsOf(text)).toContain(firstRunOf(word));
  });
});

it('finds exactly the words in the text, and their first runs', () => {
  const letters = fc.stringMatching(/^[ab é#-]{1,6}$/);
  fc.assert(
    fc.property(
      fc.array(letters, { maxLength: 8 }),
      fc.stringMatching(/^[abAB é#-]{0,40}$/),
      (words, text) => {
        const simply = words
          .map((word) => word.toLowerCase())
          .filter((word) =>
            Array.from(text, (_, at) => at).some(
              (at) =>
                text.toLowerCase().startsWith(word, at) &&
                !/[\p{L}]/u.test(text[at - 1] ?? '') &&
                !/[\p{L}]/u.test(text[at + word.length] ?? ''),
            ),
          );
        expect([...findWords(text, words)].sort()).toEqual([...new Set(simply)].sort());
        for (const word of simply) expect(firstRunsOf(text)).toContain(firstRunOf(word));
      },
    ),
  );
});

it('visits each character once, however many words start the same way', () => {
  const words = Array.from({ length: 1000 }, (_, i) => `${'a '.repeat(i % 50)}b${i}`);
  expect(findWords('a '.repeat(5000), words)).toEqual(new Set());
});
