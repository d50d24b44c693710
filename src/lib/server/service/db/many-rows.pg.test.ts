import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../../../tests/support/service';
import { emptyStore, memoryStore } from '../../../../../tests/support/stores';
import { selectManyRows, queryManyRows, returnManyRows } from './many-rows';
import { userGroups } from './schema/groups';
import { users } from './schema/users';

describe.each([
  ['PGlite', memoryStore],
  ['PostgreSQL', emptyStore],
] as const)('many rows of %s', (_, open) => {
  let t: TestService;

  beforeAll(async () => {
    t = await startTestService({ store: await open() });
    await t.addUser({ full_name: 'A "quoted" \\ name, 🙂 \u2028 and\nlines' });
    await t.addUser({
      settings: { text: '"json"', list: [1, null, { deep: '2024-01-01T00:00:00Z' }] },
    });
    await t.addUser({
      date_joined: new Date('2024-02-29T12:34:56.789Z'),
      timezone: 'Asia/Kolkata',
    });
  });
  afterAll(() => t.service.close());

  it('returns the same rows as a plain query', async () => {
    for (const table of [users, userGroups]) {
      const plain = await t.store.db.select().from(table).orderBy(asc(table.id));
      expect(await selectManyRows(t.store.db, table, undefined, asc(table.id))).toEqual(plain);
    }
  });

  it('returns no rows if there are none, and keeps the statement’s order', async () => {
    expect(await selectManyRows(t.store.db, users, eq(users.id, 0))).toEqual([]);
    const rows = await queryManyRows<{ id: number; list: number[] | null }>(
      t.store.db,
      ['id', 'list'],
      sql`select id, case when id > 2 then array[id, 2] end as list
      from generate_series(1, 4) as id order by id desc`,
    );
    expect(rows).toEqual([
      { id: 4, list: [4, 2] },
      { id: 3, list: [3, 2] },
      { id: 2, list: null },
      { id: 1, list: null },
    ]);
  });

  it('returns the rows that a statement changes', async () => {
    const changed = await returnManyRows(
      t.store.db,
      users,
      sql`update users set full_name = 'Changed' where timezone = 'Asia/Kolkata' returning *`,
    );
    const plain = await t.store.db.select().from(users).where(eq(users.full_name, 'Changed'));
    expect(changed).toEqual(plain);
    expect(changed).toHaveLength(1);
  });
});
