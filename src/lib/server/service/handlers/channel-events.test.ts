import fc from 'fast-check';
import { parse } from 'valibot';
import { beforeAll, expect, it } from 'vitest';
import { applyEvent } from '../../../client/events/event-tables';
import { parseEvent } from '$lib/api/event-types';
import { registerQueue, type RegisterState } from '$lib/api/register';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';

/** A client that follows events must know exactly what a newly registered client knows. */

const t = withService({ server: { webPublicStreams: true } });
let people: AccountWithKey[];
beforeAll(async () => {
  people = [t.owner];
  for (const role of [200, 400, 400, 600]) people.push(await t.addUser({ role }));
});

type Params = Record<string, unknown>;

async function register(
  account: AccountWithKey,
  archived_channels: boolean,
): Promise<RegisterState> {
  const { body } = await t.call(account, 'POST', '/register', {
    event_types: ['stream', 'subscription'],
    client_capabilities: { notification_settings_null: true, archived_channels },
  });
  return parse(registerQueue.result, body);
}

async function follow(account: AccountWithKey, state: RegisterState): Promise<RegisterState> {
  const { queue_id } = state;
  const given = { queue_id, last_event_id: -1, dont_block: true };
  const { body } = await t.call(account, 'GET', '/events', given);
  await end(account, state);
  return body.events.reduce((now, event) => applyEvent(now, parseEvent(event)), state);
}

/** Deletes the queue, because each account can have only a limited number. */
const end = (account: AccountWithKey, { queue_id }: RegisterState) =>
  t.call(account, 'DELETE', '/events', { queue_id });

/** Leaves out what only time changes, and what our pages don't update from events. */
function known({ streams = [], subscriptions = [] }: RegisterState) {
  const plain = <T extends { stream_id: number }>(rows: readonly T[]) =>
    rows
      .map((row) => ({ ...row, subscriber_count: 0 }))
      .toSorted((a, b) => a.stream_id - b.stream_id);
  return { streams: plain(streams), subscriptions: plain(subscriptions) };
}

const person = fc.nat(4);
const action = fc.oneof(
  fc.record({
    kind: fc.constant('create' as const),
    by: person,
    invite_only: fc.boolean(),
    inside: fc.array(person, { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('join' as const),
    by: person,
    at: fc.nat(3),
    inside: fc.array(person, { maxLength: 2 }),
  }),
  fc.record({ kind: fc.constant('leave' as const), by: person, at: fc.nat(3) }),
  fc.record({ kind: fc.constant('archive' as const), by: person, at: fc.nat(3) }),
  fc.record({
    kind: fc.constant('change' as const),
    by: person,
    at: fc.nat(3),
    change: fc.record(
      {
        description: fc.constantFrom('one', 'two'),
        is_private: fc.boolean(),
        topics_policy: fc.constantFrom('inherit', 'disable_empty_topic'),
        is_archived: fc.constant(false),
        named: fc.constantFrom('can_subscribe_group', 'can_administer_channel_group'),
      },
      { requiredKeys: [] },
    ),
    to: person,
  }),
);

type ChannelAction = typeof action extends fc.Arbitrary<infer T> ? T : never;

const ids = (places: readonly number[]) => [...new Set(places)].map((i) => people[i]!.user_id);

it('gives every client the state of a fresh registration', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 12 }), async (actions) => {
      const watchers = [];
      for (const account of people) {
        for (const archived of [true, false]) {
          watchers.push({ account, archived, state: await register(account, archived) });
        }
      }
      const made: { id: number; name: string }[] = [];
      for (const each of actions) await act(each, made);
      for (const { account, archived, state } of watchers) {
        const followed = known(await follow(account, state));
        const fresh = await register(account, archived);
        await end(account, fresh);
        expect(followed).toEqual(known(fresh));
      }
    }),
    { numRuns: 15 },
  );
}, 120_000);

let counter = 0;

async function act(each: ChannelAction, made: { id: number; name: string }[]): Promise<void> {
  const by = people[each.by]!;
  if (each.kind === 'create') {
    const name = `channel of actions ${++counter}`;
    const { invite_only } = each;
    const params = { name, invite_only, subscribers: ids(each.inside) };
    const { body } = await t.call(by, 'POST', '/channels/create', params);
    if (body.result === 'success') made.push({ id: body['id'] as number, name });
    return;
  }
  const channel = made[each.at];
  if (!channel) return;
  const ask = (method: string, path: string, params: Params = {}) =>
    t.call(by, method, path, params);
  if (each.kind === 'archive') await ask('DELETE', `/streams/${channel.id}`);
  else if (each.kind === 'change') {
    const { named, ...change } = each.change;
    const value = { direct_members: ids([each.to]), direct_subgroups: [] };
    const group: Params = named ? { [named]: { new: value } } : {};
    await ask('PATCH', `/streams/${channel.id}`, { ...change, ...group });
  } else if (each.kind === 'join') {
    const subscriptions = [{ name: channel.name }];
    const principals = ids(each.inside);
    await ask('POST', '/users/me/subscriptions', { subscriptions, principals });
  } else await ask('DELETE', '/users/me/subscriptions', { subscriptions: [channel.name] });
}

it('leaves deactivated users out of the settings of a channel that appears', async () => {
  const [gone, newcomer] = [await t.addUser({ is_active: false }), await t.addUser()];
  const only = { direct_members: [t.owner.user_id], direct_subgroups: [] };
  const stored = { ...only, direct_members: [t.owner.user_id, gone.user_id] };
  const settings = { can_send_message_group: stored };
  const { id, name } = await addChannel(t, { invite_only: true, settings }, [t.owner]);
  const queue = await openQueue(t, newcomer, { event_types: ['stream'] });
  await t.call(t.owner, 'POST', '/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: [newcomer.user_id],
  });
  expect(await queue.events()).toMatchObject([
    { op: 'create', streams: [{ stream_id: id, can_send_message_group: only }] },
  ]);
});
