import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { groupsOf } from '../../../../../tests/support/groups';
import { withService } from '../../../../../tests/support/with-service';
import { queryRows } from '../db/query-rows';

const t = withService();
let ids: number[];
const statements: string[] = [];

beforeAll(async () => {
  const rows = await queryRows<{ id: number }>(
    t.store.db,
    sql`insert into users (realm_id, delivery_email, full_name, date_joined, api_key)
      select 1, 'many' || i || '@example.org', 'Person ' || i, now(), md5(i::text)
      from generate_series(1, 600) as i returning id`,
  );
  ids = rows.map(({ id }) => id);
  t.store.onStatement!((statement) => void statements.push(statement));
});

/** Number of statements for each group operation with this many people. */
async function countFor(people: readonly number[]): Promise<Record<string, number>> {
  const g = groupsOf(t);
  const counts: Record<string, number> = {};
  const counted = async <T>(name: string, work: () => Promise<T>) => {
    statements.length = 0;
    const result = await work();
    counts[name] = statements.length;
    return result;
  };
  const { owner } = t;
  const id = await counted('create', () => g.create(owner, { members: people }));
  await counted('remove', () => g.changeMembers(owner, id, { delete: people }));
  await counted('add', () => g.changeMembers(owner, id, { add: people }));
  await counted('deactivate', () => g.ask(owner, 'POST', `${id}/deactivate`));
  await counted('reactivate', () => g.ask(owner, 'PATCH', `${id}`, { deactivated: false }));
  const found = await g.find(id);
  expect(found).toMatchObject({ members: people, deactivated: false });
  return counts;
}

it('many people take no more statements than a few, while each gets a message', async () => {
  // The first call also loads the caller.
  await countFor(ids.slice(0, 1));
  const few = await countFor(ids.slice(0, 2));
  expect(await countFor(ids.slice(0, 200))).toEqual(few);
  const [row] = await queryRows<{ count: number }>(
    t.store.db,
    sql`select count(*)::int as count from messages where content like '%added you to%'`,
  );
  expect(row!.count).toBe(2 * (1 + 2 + 200));
});

it('with more people than the message limit, no one gets one', async () => {
  const before = await queryRows(t.store.db, sql`select id from messages`);
  await countFor(ids);
  expect(await queryRows(t.store.db, sql`select id from messages`)).toHaveLength(before.length);
});
