import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doorNames, type DoorName, type Params } from '../../../../../tests/support/both-doors';
import { openQueue } from '../../../../../tests/support/channels';
import type { TestService } from '../../../../../tests/support/service';
import {
  seesContent,
  seesMetadata,
  sightRoles,
  type PlannedChannel,
  type SightRole,
} from '../../../../../tests/support/sight-model';
import {
  makeSightChannel,
  startSightWorld,
  type SightChannel,
  type SightDoors,
  type SightPeople,
} from '../../../../../tests/support/sight-world';

/** Whoever names a channel or a message that they may not know is answered as if it were not there. */

let t: TestService;
let people: SightPeople;
let doors: SightDoors;
let channels: readonly SightChannel[];

const base: PlannedChannel = {
  ...{ kind: 'private', archived: false, openHistory: true, named: null },
  ...{ early: [], late: [], left: [], setting: 'can_subscribe_group' },
};
const plans: readonly PlannedChannel[] = [
  base,
  { ...base, archived: true },
  { ...base, kind: 'public' },
  { ...base, kind: 'public', archived: true },
  // Once inside, and with the name of the channel known; then as strange as before.
  { ...base, early: ['member', 'guest'], left: ['member', 'guest'] },
  { ...base, kind: 'public', early: ['guest'], left: ['guest'] },
  { ...base, named: 'moderator', setting: 'can_administer_channel_group' },
  // Settings that name guests give them no sight.
  { ...base, named: 'guest' },
];

beforeAll(async () => {
  ({ t, people, doors } = await startSightWorld());
  // Ids that are no part of another number.
  for (const [table, first] of [
    ['streams', 765_432],
    ['messages', 6_543_210],
  ] as const) {
    await t.store.db.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${first})`);
  }
  const made: SightChannel[] = [];
  for (const plan of plans) made.push(await makeSightChannel(t, people, plan));
  channels = made;
});
afterAll(() => t.service.close());

interface Named {
  readonly id: number;
  readonly name: string;
  readonly message: number;
  readonly word: string;
}
type Asked = [method: string, path: string, params?: Params];

const page = { anchor: 'newest', num_before: 9, num_after: 0 };
const narrowed = (...narrow: unknown[]): Asked => ['GET', '/messages', { ...page, narrow }];
const later = 4_000_000_000;

/** Asked of who may not know that there is such a channel. */
const ofChannel = ({ id, name, word }: Named): Asked[] => [
  ['GET', `/streams/${id}`],
  ['GET', `/streams/${id}/members`],
  ['GET', `/streams/${id}/email_address`],
  ['GET', `/users/me/${id}/topics`],
  ['GET', '/get_stream_id', { stream: name }],
  ['GET', `/users/${people.author.user_id}/subscriptions/${id}`],
  ['PATCH', `/streams/${id}`, { description: 'Mine' }],
  ['PATCH', `/streams/${id}`, { is_private: false }],
  ['DELETE', `/streams/${id}`],
  ['POST', `/streams/${id}/delete_topic`, { topic_name: `${word} topic` }],
  ['DELETE', '/users/me/subscriptions', { subscriptions: [name] }],
  [
    'POST',
    '/users/me/subscriptions/properties',
    { subscription_data: [{ stream_id: id, property: 'pin_to_top', value: true }] },
  ],
  ['PATCH', `/users/me/subscriptions/${id}`, { property: 'is_muted', value: true }],
  ['POST', '/user_topics', { stream_id: id, topic: 'x', visibility_policy: 1 }],
  ['PATCH', '/users/me/subscriptions/muted_topics', { stream_id: id, topic: 'x', op: 'add' }],
  ['PATCH', '/users/me/subscriptions/muted_topics', { stream: name, topic: 'x', op: 'add' }],
  ['POST', '/mark_stream_as_read', { stream_id: id }],
  ['POST', '/mark_topic_as_read', { stream_id: id, topic_name: `${word} topic` }],
  ['POST', '/typing', { type: 'stream', op: 'start', stream_id: id, topic: 'x' }],
  ['POST', '/messages/render', { content: `#**${name}** and #**${name}>${word} topic**` }],
  ['POST', '/default_streams', { stream_id: id }],
];

/** Asked of who may not read the channel. */
const ofContent = ({ id, name, message, word }: Named): Asked[] => [
  ['POST', '/messages', { type: 'stream', to: id, topic: 'x', content: 'x' }],
  ['POST', '/messages', { type: 'stream', to: name, topic: 'x', content: 'x' }],
  [
    'POST',
    '/scheduled_messages',
    {
      ...{ type: 'stream', to: id, topic: 'x', content: 'x' },
      scheduled_delivery_timestamp: later,
    },
  ],
  narrowed(['channel', name]),
  narrowed(['channel', id]),
  narrowed(['channel', id], ['topic', `${word} topic`]),
  narrowed(['search', word]),
  narrowed(['id', message]),
  narrowed(['with', message]),
  narrowed(['near', message]),
  ['GET', '/messages', { message_ids: [message] }],
  ['GET', '/messages/matches_narrow', { msg_ids: [message], narrow: [['search', 'say']] }],
  ['GET', `/messages/${message}`],
  ['GET', `/messages/${message}/history`],
  ['GET', `/messages/${message}/read_receipts`],
  ['PATCH', `/messages/${message}`, { content: 'mine' }],
  ['PATCH', `/messages/${message}`, { topic: 'mine' }],
  ['DELETE', `/messages/${message}`],
  ['POST', `/messages/${message}/reactions`, { emoji_name: 'tada' }],
  ['DELETE', `/messages/${message}/reactions`, { emoji_name: 'tada' }],
  ['POST', `/messages/${message}/report`, { report_type: 'spam' }],
  ['POST', `/messages/${message}/typing`, { op: 'start' }],
  ['POST', '/messages/flags', { messages: [message], op: 'add', flag: 'starred' }],
  ['POST', '/messages/flags', { messages: [message], op: 'add', flag: 'read' }],
  [
    'POST',
    '/messages/flags/narrow',
    {
      ...{ anchor: 'newest', num_before: 9, num_after: 0, op: 'add', flag: 'read' },
      narrow: [['channel', id]],
    },
  ],
  ['POST', '/reminders', { message_id: message, scheduled_delivery_timestamp: later }],
  ['POST', '/submessage', { message_id: message, msg_type: 'widget', content: '{}' }],
];

const absent: Named = {
  id: 987_654,
  name: 'The zabsentq channel',
  message: 8_765_432,
  word: 'zabq',
};

/** The reply, with what was named and what differs from call to call taken out. */
async function answer(
  role: SightRole,
  door: DoorName,
  asked: Asked,
  named: Named,
): Promise<string> {
  const { status, body } = await doors[role][door](...asked);
  let text = JSON.stringify(body);
  for (const each of [named.name, named.word, named.id, named.message]) {
    text = text.replaceAll(String(each), '‹named›');
  }
  return `${status} ${text}`;
}

describe.each(doorNames)('through the %s', (door) => {
  it.each(sightRoles)('%s', { timeout: 120_000 }, async (role) => {
    const differences: object[] = [];
    for (const { plan, id, name, messages, contentWord } of channels) {
      const named: Named = { id, name, message: messages[0]!, word: contentWord };
      const asked = [
        ...(seesMetadata(role, plan) ? [] : pairs(ofChannel, named)),
        ...(seesMetadata(role, plan) || seesContent(role, plan) ? [] : pairs(ofContent, named)),
      ];
      for (const [hidden, gone] of asked) {
        const told = await answer(role, door, hidden, named);
        const expected = await answer(role, door, gone, absent);
        if (told !== expected) differences.push({ plan, asked: hidden, told, expected });
      }
    }
    expect(differences).toEqual([]);
  });
});

const pairs = (list: (named: Named) => Asked[], named: Named) => {
  const gone = list(absent);
  return list(named).map((hidden, at) => [hidden, gone[at]!] as const);
};

describe('who has left', () => {
  const kinds = [
    ['a private channel', { kind: 'private' as const }, ['member', 'moderator', 'guest'] as const],
    ['a public channel, as a guest', { kind: 'public' as const }, ['guest'] as const],
  ] as const;
  it.each(kinds)('hears of nothing in %s', async (_what, kind, gone) => {
    const plan: PlannedChannel = { ...base, ...kind, early: [...gone, 'owner'] };
    const { id, name, contentWord, nameWord, messages } = await makeSightChannel(t, people, plan);
    for (const role of gone) {
      const left = await t.call(people[role], 'DELETE', '/users/me/subscriptions', {
        subscriptions: [name],
      });
      expect(left.body).toMatchObject({ removed: [name] });
    }
    const client_capabilities = { notification_settings_null: true, archived_channels: true };
    const queues = await Promise.all(
      gone.map((role) =>
        openQueue(t, people[role], { client_capabilities, all_public_streams: role !== 'guest' }),
      ),
    );
    const [first, second] = messages;
    const deeds: Asked[] = [
      [
        'POST',
        '/messages',
        {
          ...{ type: 'stream', to: id, topic: `${contentWord} topic` },
          content: `${contentWord} @**all** @**${people[gone[0]].full_name}**`,
        },
      ],
      ['POST', '/typing', { type: 'stream', op: 'start', stream_id: id, topic: contentWord }],
      ['POST', `/messages/${first}/reactions`, { emoji_name: 'tada' }],
      ['DELETE', `/messages/${first}/reactions`, { emoji_name: 'tada' }],
      ['PATCH', `/messages/${first}`, { topic: `${contentWord} anew` }],
      ['DELETE', `/messages/${second}`],
      ['PATCH', `/streams/${id}`, { description: `More of ${nameWord}` }],
      ['PATCH', `/streams/${id}`, { new_name: `Another ${nameWord}` }],
      ['DELETE', '/users/me/subscriptions', { subscriptions: [`Another ${nameWord}`] }],
      ['DELETE', `/streams/${id}`],
      ['PATCH', `/streams/${id}`, { is_archived: false }],
    ];
    for (const deed of deeds) {
      // The owner may change the channel, and is not in it any more at the end.
      const { status, body } = await t.call(people.owner, ...deed);
      expect([deed, status, body.msg]).toEqual([deed, 200, '']);
    }
    for (const queue of queues) expect(await queue.events()).toEqual([]);
  });
});
