import { PgliteClient } from './pglite-client';
import { desc, eq, sql } from 'drizzle-orm';
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareSelect } from '../handlers/drafts';
import { pgliteStore } from './pglite';
import type { DatabaseStore, DatabaseTransaction } from './store';
import { instrumentTransaction } from './instrument-transaction';

const things = pgTable('things', {
  id: integer('id').primaryKey(),
  owner: integer('owner').notNull(),
  tags: text('tags').array().notNull(),
  at: timestamp('at', { withTimezone: true }),
});
const ofOwner = prepareSelect((tx) =>
  tx
    .select()
    .from(things)
    .where(eq(things.owner, sql.placeholder('owner')))
    .orderBy(desc(things.id)),
);
const built = (tx: DatabaseTransaction, owner: number) =>
  tx.select().from(things).where(eq(things.owner, owner)).orderBy(desc(things.id));

let store: DatabaseStore;
beforeAll(async () => {
  const client = await PgliteClient.open();
  store = pgliteStore(client);
  await client.query('create table things (id int, owner int, tags text[], at timestamptz)');
  await store.db.insert(things).values([
    { id: 1, owner: 7, tags: ['a', 'b c'], at: new Date(5_000) },
    { id: 2, owner: 7, tags: [], at: null },
    { id: 3, owner: 8, tags: ['ü'], at: new Date(0) },
  ]);
});
afterAll(() => store.close());

it('returns the same as a newly built query, for any values', async () => {
  for (const owner of [7, 8, 9, 7]) {
    const [once, anew] = await store.transaction(async (tx) => [
      await ofOwner(tx, { owner }),
      await built(tx, owner),
    ]);
    expect(once).toEqual(anew);
  }
  expect(await ofOwner(store.db as unknown as DatabaseTransaction, { owner: 7 })).toHaveLength(2);
});

it('sees what its own transaction wrote, and is reported to statement listeners', async () => {
  const seen: string[] = [];
  const rows = await store.transaction(async (outer) => {
    const tx = instrumentTransaction(outer, (statement) => void seen.push(statement));
    await tx.insert(things).values({ id: 4, owner: 9, tags: [], at: null });
    return ofOwner(tx, { owner: 9 });
  });
  expect(rows.map(({ id }) => id)).toEqual([4]);
  expect(seen.at(-1)).toMatch(/^select .* from "things"/);
});

it('rejects a missing value', async () => {
  await expect(store.transaction((tx) => ofOwner(tx, { other: 1 }))).rejects.toThrow(
    'No value for placeholder',
  );
});
