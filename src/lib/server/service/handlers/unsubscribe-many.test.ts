import { inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { counted } from '../../../../../tests/support/counted';
import { startTestService, type TestService } from '../../../../../tests/support/service';
import { emptyStore } from '../../../../../tests/support/stores';
import { userGroupMembers, userGroups } from '../db/schema/groups';
import { users } from '../db/schema/users';

let t: TestService;
let statements: () => number;
beforeAll(async () => {
  const count = counted(await emptyStore());
  statements = count.statements;
  t = await startTestService({ store: count.store });
});
afterAll(() => t.service.close());

const many = 3000;

/** Every tenth person is a guest. Ids are ascending. */
async function addPeople(count: number): Promise<number[]> {
  const date_joined = new Date(t.clock.now()).toISOString();
  await t.store.db.execute(sql`insert into users
      (realm_id, delivery_email, full_name, role, date_joined, api_key)
    select 1, 'many' || i || '@example.org', 'Many ' || i,
      case when i % 10 = 0 then 600 else 400 end, ${date_joined}::timestamptz, 'key' || i
    from generate_series(1, ${count}::int) as i`);
  const rows = await t.store.db
    .select({ id: users.id })
    .from(users)
    .where(sql`full_name like 'Many %'`)
    .orderBy(users.id);
  return rows.map(({ id }) => id);
}

it('unsubscribes thousands with as many statements as a few', async () => {
  const people = await addPeople(many);
  const [group] = await t.store.db
    .insert(userGroups)
    .values({ realm_id: 1, name: 'staying' })
    .returning();
  const [member, ...others] = people;
  await t.store.db.insert(userGroupMembers).values({ group_id: group!.id, user_id: member! });
  const administrator = await t.addUser({ role: 200 });
  const counts = [];
  const few = [member!, ...others.slice(0, 10)];
  // The first run fills the caches.
  for (const leaving of [few, few, people]) {
    for (const invite_only of [false, true]) {
      const settings = { can_subscribe_group: group!.id };
      const { id, name } = await addChannel(t, { invite_only, settings });
      await t.store.db.execute(sql`insert into subscriptions (stream_id, user_id, color)
        select ${id}::int, id, '#76ce90' from users where ${inArray(users.id, leaving)}`);
      const queue = await openQueue(t, administrator, { event_types: ['subscription'] });
      statements();
      const { body } = await t.call(t.owner, 'DELETE', '/users/me/subscriptions', {
        subscriptions: [name],
        principals: leaving,
      });
      counts.push(statements());
      expect(body).toMatchObject({ removed: [name], not_removed: [] });
      expect(await queue.events()).toEqual([
        { type: 'subscription', op: 'peer_remove', stream_ids: [id], user_ids: leaving },
      ]);
    }
  }
  expect(counts.slice(4)).toEqual(counts.slice(2, 4));
});
