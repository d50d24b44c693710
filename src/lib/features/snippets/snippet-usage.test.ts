import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSnippets } from './find-snippets';
import { moveSnippetUsage, recordSnippetUse, type SnippetUsage } from './snippet-usage';

const day = 24 * 3600 * 1000;
const today = Date.UTC(2026, 10, 21);
const snippet = (id: number, title: string, content = '') => ({
  id,
  title,
  content,
  date_created: id,
});

describe('snippet usage', () => {
  it('ranks frequently and recently used snippets first', () => {
    let usage: SnippetUsage = {};
    for (let n = 0; n < 5; n++) usage = recordSnippetUse(usage, 1, today - 90 * day);
    for (let n = 0; n < 2; n++) usage = recordSnippetUse(usage, 2, today - day);
    usage = recordSnippetUse(usage, 3, today);
    const all = [snippet(1, 'a'), snippet(2, 'b'), snippet(3, 'c'), snippet(4, 'd')];
    expect(findSnippets(all, '', usage).map(({ id }) => id)).toEqual([2, 3, 1, 4]);
  });

  it('is the sum of uses that halve every two weeks, in any order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 365 }), { minLength: 1, maxLength: 30 }),
        (ago) => {
          const usage = ago.reduce<SnippetUsage>(
            (all, days) => recordSnippetUse(all, 1, today - days * day),
            {},
          );
          const sum = ago.reduce((all, days) => all + 2 ** (-days / 14), 0);
          expect(2 ** (usage[1]! - today / (14 * day))).toBeCloseTo(sum, 6);
        },
      ),
    );
  });

  it('stays a number when the clock jumps by thousands of years', () => {
    const usage = recordSnippetUse(
      recordSnippetUse(recordSnippetUse({}, 1, 1e20), 1, today),
      1,
      today,
    );
    expect(Number.isFinite(usage[1])).toBe(true);
  });

  it('moves along with a restored snippet', () => {
    expect(moveSnippetUsage({ 1: 5, 2: 6 }, 1, 9)).toEqual({ 9: 5, 2: 6 });
    expect(moveSnippetUsage({ 2: 6 }, 1, 9)).toEqual({ 2: 6 });
  });
});

describe('findSnippets', () => {
  const all = [
    snippet(1, 'Réponse au client', 'Merci beaucoup'),
    snippet(2, 'Thanks', 'for the response'),
    snippet(3, 'Mail response', ''),
    snippet(4, 'Correspondent', ''),
  ];
  const ids = (query: string, usage: SnippetUsage = {}) =>
    findSnippets(all, query, usage).map(({ id }) => id);

  it('searches title and text, ignoring case and accents, titles first', () => {
    expect(ids('REPONSE')).toEqual([1]);
    expect(ids('respon')).toEqual([3, 4, 2]);
    expect(ids('merci client')).toEqual([1]);
    expect(ids('nothing')).toEqual([]);
  });

  it('ranks equal matches by usage, but never above a better match', () => {
    expect(ids('respon', { 4: 9, 2: 10 })).toEqual([3, 4, 2]);
    expect(ids('', { 4: 9, 2: 10 })).toEqual([2, 4, 3, 1]);
  });
});
