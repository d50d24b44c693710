import { asc, eq, sql } from 'drizzle-orm';
import { alias, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownStore } from '../../../../../tests/support/stores';
import { combineSelects, isPlainSelect, readTogether } from './combine-selects';
import { instrumentTransaction } from './instrument-transaction';
import { queryManyRows } from './many-rows';
import { pgliteStore } from './pglite';
import { PgliteClient } from './pglite-client';
import { queryRows } from './query-rows';
import type { DatabaseStore, DatabaseTransaction } from './store';

const things = pgTable('things', {
  id: integer('id').primaryKey(),
  owner: integer('owner').notNull(),
  name: text('name').notNull(),
  tags: text('tags').array(),
  at: timestamp('at', { withTimezone: true }),
  more: jsonb('more'),
});
const others = alias(things, 'others');

/** One read of each kind. */
const readings: ((tx: DatabaseTransaction) => PromiseLike<unknown>)[] = [
  (tx) => tx.select().from(things).orderBy(asc(things.id)),
  (tx) => tx.select().from(things).where(eq(things.owner, 8)).limit(1),
  (tx) => tx.select().from(things).where(eq(things.id, 99)),
  (tx) =>
    tx
      .select({
        one: things,
        other: others,
        both: sql<string>`concat(${things.name}, ', ', 'from')`,
      })
      .from(things)
      .leftJoin(others, eq(others.id, things.owner))
      .orderBy(asc(things.id)),
  (tx) => tx.selectDistinct({ owner: things.owner }).from(things).orderBy(asc(things.owner)),
  (tx) => queryRows(tx, sql`select id, name, tags, more from things where id < ${3} order by id`),
  (tx) => queryRows(tx, sql`with few as (select id from things) select count(*)::int from few`),
  (tx) => queryRows(tx, sql`(select 1 as id) union all (select ${7}::int) order by id`),
  (tx) => queryManyRows(tx, ['id', 'tags'], sql`select id, tags from things order by id desc`),
];

describe.each<[string, () => Promise<DatabaseStore>]>([
  ['PGlite', async () => pgliteStore(await PgliteClient.open())],
  ['PostgreSQL', ownStore],
])('selects combined on %s', (_name, open) => {
  let store: DatabaseStore;
  beforeAll(async () => {
    store = await open();
    await store.db.execute(
      sql`create table things (id int, owner int, name text, tags text[], at timestamptz, more jsonb)`,
    );
    await store.db.insert(things).values([
      {
        id: 1,
        owner: 2,
        name: 'a "$1"\n\\',
        tags: ['x', 'y z', '"'],
        at: new Date(5_123),
        more: [],
      },
      { id: 2, owner: 8, name: 'ü €', tags: [], at: null, more: { a: [1.5, null, '2'] } },
      { id: 3, owner: 2, name: '', tags: null, at: new Date(0), more: '{"text":1}' },
    ]);
  });
  afterAll(() => store.close());

  /** What `work` returns, and the statements that the driver got. */
  async function watching<T>(work: (tx: DatabaseTransaction) => Promise<T>) {
    const seen: string[] = [];
    const result = await store.transaction((outer) =>
      work(combineSelects(instrumentTransaction(outer, (statement) => void seen.push(statement)))),
    );
    return { result, seen };
  }

  it('return what each returns alone, with one statement', async () => {
    const alone = await store.transaction(async (tx) => {
      const rows: unknown[] = [];
      for (const reading of readings) rows.push(await reading(tx));
      return rows;
    });
    const { result, seen } = await watching((tx) => readTogether(readings.map((one) => one(tx))));
    expect(result).toEqual(alone);
    expect(seen).toHaveLength(1);
    const one = await watching((tx) => readTogether([readings[0]!(tx)]));
    expect(one.result).toEqual([alone[0]]);
  });

  it('run once if they are equal', async () => {
    const count = (tx: DatabaseTransaction) =>
      queryRows(tx, sql`select count(*)::int as count from things where owner = ${2}`);
    const { result, seen } = await watching((tx) => readTogether([count(tx), count(tx)]));
    expect(result).toEqual([[{ count: 2 }], [{ count: 2 }]]);
    expect(seen[0]!.match(/from things/g)).toHaveLength(1);
  });

  it('run before a statement that is issued after them', async () => {
    const names = (tx: DatabaseTransaction) => tx.select({ name: things.name }).from(things);
    const { result } = await watching((tx) =>
      readTogether([
        names(tx).where(eq(things.id, 1)),
        tx.update(things).set({ name: 'new' }).where(eq(things.id, 1)),
        names(tx).where(eq(things.id, 1)),
      ]),
    );
    expect(result[0]).toEqual([{ name: 'a "$1"\n\\' }]);
    expect(result[2]).toEqual([{ name: 'new' }]);
  });

  it('all fail if one fails, and the transaction ends after them', async () => {
    const failing = watching((tx) =>
      readTogether([
        tx.select().from(things),
        queryRows(tx, sql`select 1 / 0`),
        Promise.reject(new Error('first')),
      ]),
    );
    await expect(failing).rejects.toThrow();
    expect(await store.transaction(async (tx) => readings[2]!(tx))).toEqual([]);
  });
});

it('leaves alone what writes or locks', () => {
  const alone = [
    'insert into things values (1)',
    'with made as (insert into things values (1) returning id) select id from made',
    'select * from things for no key update',
    'select "id" from "things" where "id" = $1 for key share',
    'lock table things',
    'select pg_advisory_xact_lock($1)',
    "select nextval('things_id')",
  ];
  for (const text of alone) expect(isPlainSelect(text)).toBe(false);
  expect(isPlainSelect('select "update_id", last_update from "things"')).toBe(true);
});
