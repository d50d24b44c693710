import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkTransactions } from '../../../../../tests/support/transactions';
import { pgliteStore } from './pglite';
import { PgliteClient } from './pglite-client';
import { queryRows } from './query-rows';
import { sqlStateOf } from './sqlstate';
import type { DatabaseStore } from './store';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function liveHeap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

let client: PgliteClient;
let store: DatabaseStore;

beforeAll(async () => {
  client = await PgliteClient.open();
  store = pgliteStore(client);
  await client.query(
    `create table things (id int primary key, at timestamptz, tags text[], doc jsonb, ok bool)`,
  );
});
afterAll(() => store.close());

const plans = () =>
  queryRows<{ statement: string }>(
    store.db,
    sql`select statement from pg_prepared_statements where name like 'p%'`,
  );

const put = (id: number) =>
  sql`insert into things values (${id}, ${'2026-01-02T03:04:05Z'}, ${'{a,"b c"}'}::text[],
    ${JSON.stringify({ id })}::jsonb, ${null}) returning id, tags, doc, ok`;

describe('repeated statements', () => {
  beforeEach(async () => {
    await store.db.execute(sql`truncate things`);
    await store.db.execute(put(1));
  });

  it('return the same, whether prepared before or not', async () => {
    for (let id = 2; id <= 9; id++) {
      expect(await queryRows(store.db, put(id))).toEqual([
        { id, tags: ['a', 'b c'], doc: { id }, ok: null },
      ]);
    }
    expect(await queryRows(store.db, sql`select at from things where id = ${3}`)).toEqual(
      await queryRows(store.db, sql`select at from things where id = ${4}`),
    );
    expect(await queryRows(store.db, sql`delete from things where id = ${10}`)).toEqual([]);
    expect(await queryRows(store.db, sql`delete from things where id = ${10}`)).toEqual([]);
  });

  it('are prepared from the second run on', async () => {
    const once = sql`select id from things where id = ${1} and 'once' = 'once'`;
    const isPlanned = async () =>
      (await plans()).some(({ statement }) => statement.includes("'once'"));
    await queryRows(store.db, once);
    expect(await isPlanned()).toBe(false);
    await queryRows(store.db, once);
    expect(await isPlanned()).toBe(true);
  });

  it('fail with the database’s error code, and can run again', async () => {
    const first = await queryRows(store.db, sql`select id from things where id = ${1}`);
    for (let i = 0; i < 3; i++) {
      const again = await queryRows(store.db, put(1)).catch(sqlStateOf);
      expect(again).toBe('23505');
    }
    expect(await queryRows(store.db, sql`select id from things where id = ${1}`)).toEqual(first);
  });

  it('are rolled back with their transaction', async () => {
    for (const id of [101, 102, 103]) {
      const failed = store.transaction(async (tx) => {
        await tx.execute(put(id));
        await tx.execute(put(id));
      });
      expect(await failed.catch(sqlStateOf)).toBe('23505');
    }
    expect(await queryRows(store.db, sql`select id from things where id > ${100}`)).toEqual([]);
    await store.transaction((tx) => tx.execute(put(104)));
    expect(await queryRows(store.db, sql`select id from things where id > ${100}`)).toEqual([
      { id: 104 },
    ]);
  });

  it('wait for a transaction in progress', async () => {
    let end!: () => void;
    const held = new Promise<void>((resolve) => (end = resolve));
    const under = store.transaction(async (tx) => {
      await tx.execute(sql`update things set ok = ${true} where id = ${1}`);
      await held;
      await tx.execute(sql`update things set ok = ${false} where id = ${1}`);
    });
    const seen = queryRows(store.db, sql`select ok from things where id = ${1}`);
    end();
    await under;
    expect(await seen).toEqual([{ ok: false }]);
  });

  it('keep only a few hundred plans', async () => {
    for (let i = 0; i < 410; i++) {
      const text = sql`select ${sql.raw(`${i}`)}::int as i, ${i}::int as same`;
      for (let times = 0; times < 2; times++) {
        expect(await queryRows(store.db, text)).toEqual([{ i, same: i }]);
      }
    }
    expect((await plans()).length).toBeLessThanOrEqual(401);
  });
});

describe('rows that were read', () => {
  /** One of each type that the schema or a statement uses, in an order that can be checked. */
  const values = sql.raw(`select i as int, i::smallint as small, 9007199254740991::bigint as big,
    i::oid as oid, i / 3.0 as decimal, i / 4.0::real as real, 1e300::float8 as double,
    i % 2 = 0 as bool, repeat('"\\é😀' || chr(10), i % 3) as words, 'name'::name as name,
    null::text as nothing, jsonb_build_object('a', array[i, null], 'é', '"') as doc,
    '{"b" : 1.50, "a": "\\u00e9"}'::json as plain, array[i, null, 3] as ints,
    array['a b', '"', null, ''] as texts, '{}'::text[] as empty, array[true, false] as bools,
    pg_current_xact_id_if_assigned()::text as xid, '(1,2)'::tid as place,
    '5d3b1b7c-7f5e-4d0c-9f0a-0d5a4ad0f6f1'::uuid as uuid
    from generate_series(1, 3) i`);

  it.each([
    ['arrays', 'array'],
    ['objects', 'object'],
  ] as const)('are what the package itself returns, as %s', async (_, rowMode) => {
    const text = new PgDialect().sqlToQuery(values).sql;
    const own = await PGlite.create();
    const { rows } = await own.query(text, [], { rowMode });
    await own.close();
    expect((await client.query(text, [], { rowMode })).rows).toEqual(rows);
  });

  it('are complete and in order, however many there are', async () => {
    const rows = await queryRows<{ i: number; text: string }>(
      store.db,
      sql`select i, repeat('x', 500) as text from generate_series(1, ${5000}::int) i`,
    );
    expect(rows.map(({ i }) => i)).toEqual(Array.from({ length: 5000 }, (_, at) => at + 1));
    expect(new Set(rows.map(({ text }) => text.length))).toEqual(new Set([500]));
  });

  it('are not cached', async () => {
    const megabyte = 1024 * 1024;
    const read = (at: number) =>
      queryRows(
        store.db,
        sql`select repeat(${String.fromCharCode(97 + (at % 26))}, ${megabyte}) as t`,
      );
    for (let at = 0; at < 4; at++) await read(at);
    const before = liveHeap();
    for (let at = 0; at < 60; at++) await read(at);
    await store.transaction(async (tx) => {
      for (let at = 0; at < 20; at++) {
        await tx.execute(sql`select repeat('t', ${megabyte}) as t`);
      }
    });
    expect(liveHeap() - before).toBeLessThan(8 * megabyte);
  });
});

describe('a transaction', () => checkTransactions(() => store));
