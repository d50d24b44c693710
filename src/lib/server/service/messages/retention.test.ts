import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { addChannel, openQueue, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { messages } from '../db/schema/messages';
import type { AccountWithKey } from '../service';

/** Messages with limited retention are deleted in the background. */

const hour = 3_600_000;
const day = 24 * hour;

const t = withService();
let me: AccountWithKey;
let other: AccountWithKey;
beforeEach(async () => {
  await setRealm(t, { message_retention_days: 30 });
  [me, other] = [await t.addUser(), await t.addUser()];
});

/** Sends a message dated this many days ago. Returns its id. */
async function written(days: number, to: Record<string, unknown>): Promise<number> {
  const params = { type: 'channel', topic: 'plans', content: 'hello', ...to };
  const { body } = await t.call(me, 'POST', '/messages', params);
  const id = body['id'] as number;
  const date_sent = new Date(t.clock.now() - days * day);
  await t.store.db.update(messages).set({ date_sent }).where(eq(messages.id, id));
  return id;
}
const left = async (ids: readonly number[]) => {
  const rows = await t.store.db
    .select({ id: messages.id })
    .from(messages)
    .where(inArray(messages.id, [...ids]))
    .orderBy(messages.id);
  return rows.map(({ id }) => id);
};
const channel = async (message_retention_days: number | null = null) =>
  (await addChannel(t, { message_retention_days }, [me, other])).id;
/** A pass checks direct messages last, so the deleted mark shows that it is done. */
async function pass(): Promise<void> {
  const mark = await written(31, { type: 'direct', to: [me.user_id] });
  t.clock.advance(hour);
  await expect.poll(() => left([mark])).toEqual([]);
}

describe('expired messages', () => {
  it('are deleted, and all others stay', async () => {
    const to = await channel();
    const ids = [];
    for (const days of [40, 31, 29, 0]) ids.push(await written(days, { to }));
    await pass();
    expect(await left(ids)).toEqual(ids.slice(2));
  });

  it('follow their channel’s retention, which can be shorter, longer or forever', async () => {
    const [few, many, all] = [await channel(7), await channel(100), await channel(-1)];
    const ids = [];
    for (const to of [few, many, all]) {
      for (const days of [101, 50, 8, 6]) ids.push(await written(days, { to }));
    }
    await pass();
    expect(await left(ids)).toEqual([ids[3], ...ids.slice(5)]);
  });

  it('are deleted from direct conversations', async () => {
    const ids = [];
    for (const days of [40, 29]) {
      ids.push(await written(days, { type: 'direct', to: [other.user_id] }));
    }
    await pass();
    expect(await left(ids)).toEqual([ids[1]]);
  });

  it('stay if the organization keeps messages forever, except in channels with their own retention', async () => {
    const [kept, few] = [await channel(), await channel(7)];
    const ids = [await written(1000, { type: 'direct', to: [other.user_id] })];
    for (const to of [kept, few]) ids.push(await written(1000, { to }));
    await setRealm(t, {});
    t.clock.advance(hour);
    await expect.poll(() => left(ids)).toEqual(ids.slice(0, 2));
  });

  it('are announced as deleted by topic, with the channel’s new first message', async () => {
    const to = await channel();
    const ids = [];
    for (const topic of ['plans', 'news', 'plans']) ids.push(await written(40, { to, topic }));
    const stays = await written(0, { to });
    const queue = await openQueue(t, other, {
      event_types: ['delete_message', 'stream'],
      queue_lifespan_secs: 86_400,
      client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
    });
    await pass();
    const gone = { type: 'delete_message', message_type: 'stream', stream_id: to };
    const [a, b, c] = ids;
    const first = { type: 'stream', op: 'update', property: 'first_message_id' };
    const events = (await queue.events()).filter(({ stream_id }) => stream_id === to);
    expect(events).toMatchObject([
      { ...first, value: b },
      { ...gone, topic: 'plans', message_ids: [a, c] },
      { ...first, value: stays },
      { ...gone, topic: 'news', message_ids: [b] },
    ]);
  });

  it('are deleted in batches, however many there are', async () => {
    const to = await channel();
    const first = await written(40, { to });
    const [row] = await t.store.db.select().from(messages).where(eq(messages.id, first));
    const { id: _id, ...values } = row!;
    const more = Array.from({ length: 450 }, () => values);
    const made = await t.store.db.insert(messages).values(more).returning({ id: messages.id });
    await pass();
    expect(await left([first, ...made.map(({ id }) => id)])).toEqual([]);
  });
});
