import { eq } from 'drizzle-orm';
import { realms } from '$lib/server/service/db/schema/realms';
import { streams, subscriptions } from '$lib/server/service/db/schema/streams';
import { userGroups } from '$lib/server/service/db/schema/groups';
import type { AccountWithKey } from '$lib/server/service/service';
import type { TestService } from './service';

let counter = 0;

/** Adds a channel, public by default, with these subscribers. Returns its id and name. */
export async function addChannel(
  t: TestService,
  values: Partial<typeof streams.$inferInsert> = {},
  subscribers: readonly AccountWithKey[] = [],
): Promise<{ id: number; name: string }> {
  const [row] = await t.store.db
    .insert(streams)
    .values({
      realm_id: 1,
      name: `channel ${++counter}`,
      date_created: new Date(t.clock.now()),
      ...values,
    })
    .returning({ id: streams.id, name: streams.name });
  if (!row) throw new Error('no channel');
  for (const { user_id } of subscribers) {
    await t.store.db.insert(subscriptions).values({ stream_id: row.id, user_id, color: '#76ce90' });
  }
  return row;
}

/**
 * Sets settings of the organization by wire name without `realm_`; all others are reset to their
 * defaults.
 */
export async function setRealm(t: TestService, settings: Record<string, unknown>): Promise<void> {
  await t.store.db.update(realms).set({ settings }).where(eq(realms.id, 1));
}

export async function groupId(t: TestService, name: string): Promise<number> {
  const [row] = await t.store.db
    .select({ id: userGroups.id })
    .from(userGroups)
    .where(eq(userGroups.name, name));
  if (!row) throw new Error(`no group ${name}`);
  return row.id;
}

/** Registers a queue. `events()` returns what has arrived in it, without ids. */
export async function openQueue(
  t: TestService,
  account: AccountWithKey,
  params: Record<string, unknown> = {},
): Promise<{ id: string; events(): Promise<Record<string, unknown>[]> }> {
  const { body } = await t.call(account, 'POST', '/register', { fetch_event_types: [], ...params });
  const queue_id = body.queue_id;
  return {
    id: queue_id,
    async events() {
      const reply = await t.call(account, 'GET', '/events', {
        queue_id,
        last_event_id: -1,
        dont_block: true,
      });
      return reply.body.events.map(({ id: _id, ...event }) => event);
    },
  };
}
