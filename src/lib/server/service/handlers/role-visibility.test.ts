import { inArray } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { events } from '../db/schema/events';
import { streams } from '../db/schema/streams';
import type { AccountWithKey } from '../service';

/** After a role change, the channel events must lead to the same state as a fresh registration. */

const t = withService();
let other: AccountWithKey;
let person: AccountWithKey;
let ids: Record<'open' | 'alike' | 'archived' | 'hidden' | 'hiddenArchived', number>;
beforeAll(async () => {
  other = await t.addUser();
  const make = async (values: Parameters<typeof addChannel>[1], ...people: AccountWithKey[]) =>
    (await addChannel(t, values, people)).id;
  ids = {
    open: await make({}, other, t.owner),
    alike: await make({}, other, t.owner),
    archived: await make({ is_archived: true }, other),
    hidden: await make({ invite_only: true }, other),
    hiddenArchived: await make({ invite_only: true, is_archived: true }, other),
  };
});
beforeEach(async () => {
  person = await t.addUser({ role: 600 });
});

const modern = {
  client_capabilities: { notification_settings_null: true, archived_channels: true },
};
const become = (role: number) =>
  t.call(t.owner, 'PATCH', `/users/${person.user_id}`, { role }).then(({ status }) => status);

type Channel = { stream_id: number; subscriber_count: number; subscribers: number[] };

/** Of the test's channels, those in the state that the user isn't subscribed to. */
async function state(params: Record<string, unknown>): Promise<Channel[]> {
  const { body } = await t.call(person, 'POST', '/register', {
    fetch_event_types: ['subscription'],
    include_subscribers: 'true',
    ...params,
  });
  return (body['never_subscribed'] as Channel[]).flatMap((channel) => {
    const { stream_id, subscriber_count, subscribers } = channel;
    const isOurs = Object.values(ids).includes(stream_id);
    return isOurs ? [{ stream_id, subscriber_count, subscribers }] : [];
  });
}

/** The same channels after applying events as clients do. */
function follow(channels: readonly Channel[], events: readonly Record<string, unknown>[]) {
  const known = new Map(channels.map((channel) => [channel.stream_id, channel]));
  for (const event of events) {
    if (event['type'] === 'stream' && event['op'] === 'create') {
      for (const { stream_id, subscriber_count } of event['streams'] as Channel[]) {
        if (!Object.values(ids).includes(stream_id)) continue;
        known.set(stream_id, { stream_id, subscriber_count, subscribers: [] });
      }
    } else if (event['type'] === 'stream' && event['op'] === 'delete') {
      for (const id of event['stream_ids'] as number[]) known.delete(id);
    } else if (event['op'] === 'peer_add') {
      const user_ids = event['user_ids'] as number[];
      for (const id of event['stream_ids'] as number[]) {
        const channel = known.get(id);
        channel?.subscribers.push(...user_ids);
        if (channel) channel.subscriber_count += user_ids.length;
      }
    }
  }
  return [...known.values()];
}

it.each([
  ['knows archived channels', modern],
  ['does not know archived channels', {}],
])('a client that %s stays correct after each role change', async (_who, params) => {
  let known = await state(params);
  for (const role of [400, 600, 300, 200, 400, 200, 600]) {
    const queue = await openQueue(t, person, params);
    expect(await become(role)).toBe(200);
    known = follow(known, await queue.events());
    const byId = (a: Channel, b: Channel) => a.stream_id - b.stream_id;
    const now = (await state(params)).sort(byId);
    expect([role, known.toSorted(byId)]).toEqual([role, now]);
  }
});

it('a user’s clients register again when hundreds of channels appear or vanish', async () => {
  const { db } = t.store;
  const [{ realm_id } = {}] = await db.select().from(streams);
  const many = Array.from({ length: 501 }, (_, at) => ({
    realm_id: realm_id!,
    name: `many ${at}`,
    date_created: new Date(t.clock.now()),
    invite_only: at % 2 === 0,
  }));
  const made = await db.insert(streams).values(many).returning({ id: streams.id });
  const ended = async (role: number) => {
    const queue = await openQueue(t, person);
    const last = await db.$count(events);
    expect(await become(role)).toBe(200);
    const { body } = await t.call(person, 'GET', '/events', {
      queue_id: queue.id,
      last_event_id: -1,
      dont_block: true,
    });
    return { code: body.code, events: (await db.$count(events)) - last };
  };
  // 250 public channels appear, plus 251 private ones for an administrator.
  for (const role of [400, 300]) expect((await ended(role)).code).toBeUndefined();
  await become(600);
  for (const role of [200, 600]) {
    const { code, events } = await ended(role);
    expect(code).toBe('BAD_EVENT_QUEUE_ID');
    expect(events).toBeLessThan(20);
  }
  await db.delete(streams).where(
    inArray(
      streams.id,
      made.map(({ id }) => id),
    ),
  );
});
