import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyStore, memoryStore } from '../../../../../tests/support/stores';
import { queryRows } from './query-rows';
import type { DatabaseStore } from './store';

/** All characters of scripts that are written without spaces. */
const signs = Array.from({ length: 0x10ffff }, (_, i) => i + 1)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point))
  .filter((sign) =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
      sign,
    ),
  );

describe.each([
  ['PGlite', memoryStore],
  ['PostgreSQL', emptyStore],
] as const)('letter_pairs of %s', (_, open) => {
  let store: DatabaseStore;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  async function pairsOf(text: string): Promise<string[]> {
    const [row] = await queryRows<{ pairs: string[] }>(
      store.db,
      sql`select letter_pairs(${text}) as pairs`,
    );
    return row!.pairs;
  }

  it('are of neighbors in such scripts, and at apostrophes', async () => {
    const pairs = await pairsOf('plan of 会議室, 会議 a 1');
    expect(pairs.sort()).toEqual(['会議', '議室']);
    expect(await pairsOf('a plan, é, 会 1 議')).toEqual([]);
    const apostrophes = await pairsOf("DON'T 'do' it's I’m");
    expect(apostrophes.sort()).toEqual(["'d", "'t", "n'", "o'", "t'", '’m']);
    expect(await pairsOf('')).toEqual([]);
  });

  it('know each character', async () => {
    const pairs = new Set(await pairsOf(signs.map((sign) => sign + sign).join(' ')));
    expect(signs.filter((sign) => !pairs.has(sign + sign))).toEqual([]);
  });
});
