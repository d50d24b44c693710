import { sql, type SQL } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { queryRows } from '$lib/server/service/db/query-rows';
import { sqlStateOf } from '$lib/server/service/db/sqlstate';
import type { DatabaseStore, DatabaseTransaction } from '$lib/server/service/db/store';

/** What every store guarantees for a transaction, whatever it sends in one batch. */
export function checkTransactions(storeOf: () => DatabaseStore) {
  beforeAll(() =>
    storeOf().db.execute(sql`create table steps (id serial primary key, name text unique)`),
  );

  beforeEach(() => storeOf().db.execute(sql`truncate steps`));

  const put = (name: string) => sql`insert into steps (name) values (${name})`;
  const names = async (like: string) => {
    const rows = await queryRows<{ name: string }>(
      storeOf().db,
      sql`select name from steps where name like ${like} order by id`,
    );
    return rows.map(({ name }) => name);
  };
  const appending = (tx: DatabaseTransaction, ...statements: SQL[]) =>
    storeOf().append(tx, { realm_id: 1, statements });

  it('runs what was appended last, and all of it or nothing', async () => {
    await storeOf().transaction(async (tx) => {
      appending(tx, put('a3'), put('a4'));
      await tx.execute(put('a1'));
      await tx.execute(put('a2'));
    });
    await storeOf().transaction((tx) => Promise.resolve(appending(tx, put('a5'))));
    expect(await names('a%')).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
  });

  it.each(['first', 'last'])('takes all back where the %s appended one fails', async (which) => {
    const wrong = put('a1');
    await storeOf().transaction((tx) => tx.execute(put('a1')));
    for (let times = 0; times < 3; times++) {
      const failed = storeOf().transaction(async (tx) => {
        await tx.execute(put('b1'));
        appending(tx, ...(which === 'first' ? [wrong, put('b2')] : [put('b2'), wrong]));
      });
      expect(await failed.then(() => 'committed', sqlStateOf)).toBe('23505');
      expect(await names('b%')).toEqual([]);
    }
  });

  it('is not taken for committed where a failure of it was caught', async () => {
    await storeOf().transaction((tx) => tx.execute(put('a1')));
    const failed = storeOf().transaction(async (tx) => {
      await tx.execute(put('c1'));
      await tx.execute(put('a1')).catch(() => undefined);
      appending(tx);
    });
    await expect(failed).rejects.toThrow();
    expect(await names('c%')).toEqual([]);
  });

  it('runs statements that nobody has waited for in the order in which they were asked for', async () => {
    await storeOf().transaction(async (tx) => {
      await Promise.all(['d1', 'd2', 'd3'].map((name) => tx.execute(put(name)).execute()));
    });
    expect(await names('d%')).toEqual(['d1', 'd2', 'd3']);
  });

  it('leaves nothing behind where it asks for nothing or gives up', async () => {
    expect(await storeOf().transaction(() => Promise.resolve('nothing'))).toBe('nothing');
    const given = storeOf().transaction(async (tx) => {
      await tx.execute(put('e1'));
      throw new Error('given up');
    });
    await expect(given).rejects.toThrow('given up');
    await storeOf().transaction((tx) => tx.execute(put('e2')));
    expect(await names('e%')).toEqual(['e2']);
  });
}
