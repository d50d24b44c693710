import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyStore, memoryStore } from '../../../../../tests/support/stores';
import { foldCase, hasCase } from '../../../api/fold-case';
import { queryRows } from './query-rows';
import type { DatabaseStore } from './store';

/** All of Unicode that a text can contain. PostgreSQL can't store the null character. */
const signs = Array.from({ length: 0x10ffff }, (_, i) => i + 1)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point));

/** All pairs that Unicode relates by case in any way, as far as this JavaScript engine knows. */
const pairs = signs.flatMap((sign) => {
  const others = [sign.toUpperCase(), sign.toLowerCase(), ...foldsOf(sign)];
  return others.filter((other) => other !== sign && [...other].length === 1).map((o) => [sign, o]);
});

/** According to the engine's own case folding. */
function foldsOf(sign: string): string[] {
  const other = sign.toUpperCase().toLowerCase();
  return other !== sign && new RegExp(`^${other}$`, 'iu').test(sign) ? [other] : [];
}

describe.each([
  ['PGlite', memoryStore],
  ['PostgreSQL', emptyStore],
] as const)('the fold of %s', (_, open) => {
  let store: DatabaseStore;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  async function folded(texts: readonly string[]): Promise<string[]> {
    const rows = await queryRows<{ folded: string }>(
      store.db,
      sql`select fold_case(text) as folded
        from json_array_elements_text(${JSON.stringify(texts)}::json) with ordinality as u(text, at)
        order by at`,
    );
    return rows.map((row) => row.folded);
  }

  it('equals the browser’s for every character of Unicode', async () => {
    // Many characters per text. The '-' comes first because the driver drops a byte order mark at
    // the start.
    const texts = Array.from({ length: Math.ceil(signs.length / 1000) }, (_each, at) =>
      ['-', ...signs.slice(at * 1000, at * 1000 + 1000)].join(''),
    );
    const folds = await folded(texts);
    const others = texts.flatMap((text, at) => {
      const fold = [...folds[at]!];
      return [...text].filter((sign, place) => foldCase(sign) !== fold[place]);
    });
    expect(others).toEqual([]);
  });

  it('makes both characters of every case pair equal, within words too', async () => {
    expect(pairs.length).toBeGreaterThan(2800);
    for (const around of ['', 'ΛΟΓ', 'Straße ', 'İZM']) {
      const [some, others] = [0, 1].map((at) => pairs.map((pair) => around + pair[at]! + around));
      const [ours, theirs] = [await folded(some!), await folded(others!)];
      expect(pairs.filter((_pair, at) => ours[at] !== theirs[at])).toEqual([]);
      expect(ours).toEqual(some!.map(foldCase));
    }
  });

  it('is the same in long texts', async () => {
    const texts = ['ＡＢＣ会社の新製品Éüßς。', 'Привет, МИР! ', 'ΛΌΓΟΣ '].map((text) =>
      text.repeat(200),
    );
    expect(await folded(texts)).toEqual(texts.map(foldCase));
  });

  it.each([
    ['ΛΟΓΟΣ', 'λογος'],
    ['ΑΘΗΝΑΣ', 'αθηνασ'],
    ['İZMİR', 'izmir'],
    ['ışık', 'IŞIK'],
    ['Élodie Ångström', 'ÉLODIE ÅNGSTRÖM'],
  ])('treats %s and %s as equal', async (one, other) => {
    const [ours, theirs] = await folded([one, other]);
    expect(ours).toBe(theirs);
  });

  it('keeps texts distinct that differ only by an accent or by two letters for one', async () => {
    const [one, other, double, sharp] = await folded(['Résumé', 'Resume', 'STRASSE', 'straße']);
    expect(one).not.toBe(other);
    expect(double).not.toBe(sharp);
  });
});

it('keeps a text’s length, and leaves folded text unchanged', () => {
  const changed = signs.filter((sign) => {
    const fold = foldCase(sign);
    return fold.length !== sign.length || foldCase(fold) !== fold;
  });
  expect(changed).toEqual([]);
});

it('changes only characters that have case, into characters that have case', () => {
  const concerned = signs.filter((sign) => foldCase(sign) !== sign);
  const others = concerned
    .flatMap((sign) => [sign, foldCase(sign)])
    .filter((sign) => !hasCase(sign));
  expect(others).toEqual([]);
});
