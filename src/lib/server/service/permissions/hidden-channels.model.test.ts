import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doorNames, type DoorName } from '../../../../../tests/support/both-doors';
import { openQueue } from '../../../../../tests/support/channels';
import {
  ofChannel,
  ofContent,
  withoutNames,
  type Asked,
  type NamedChannel,
} from '../../../../../tests/support/hidden-asks';
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
  makeMeans,
  startSightWorld,
  type SightChannel,
  type SightDoors,
  type SightMeans,
  type SightPeople,
} from '../../../../../tests/support/sight-world';

/**
 * Requests for a channel or message that the caller can't see must get the same response as for a
 * missing one.
 */

let t: TestService;
let people: SightPeople;
let doors: SightDoors;
let channels: readonly SightChannel[];
let means: SightMeans;

const base: PlannedChannel = {
  ...{ kind: 'private', archived: false, openHistory: true, named: null },
  ...{ early: [], late: [], left: [], setting: 'can_subscribe_group' },
};
const plans: readonly PlannedChannel[] = [
  base,
  { ...base, archived: true },
  { ...base, kind: 'public' },
  { ...base, kind: 'public', archived: true },
  // These were subscribed and know the channel's name, then lost access.
  { ...base, early: ['member', 'guest'], left: ['member', 'guest'] },
  { ...base, kind: 'public', early: ['guest'], left: ['guest'] },
  { ...base, named: 'moderator', setting: 'can_administer_channel_group' },
  // Settings that include guests don't give them access.
  { ...base, named: 'guest' },
];

beforeAll(async () => {
  ({ t, people, doors } = await startSightWorld());
  // Ids that aren't part of other numbers in the replies.
  for (const [table, first] of [
    ['streams', 765_432],
    ['messages', 6_543_210],
  ] as const) {
    await t.store.db.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${first})`);
  }
  means = await makeMeans(t, people);
  const made: SightChannel[] = [];
  for (const plan of plans) made.push(await makeSightChannel(t, people, plan));
  channels = made;
});
afterAll(() => t.service.close());

const absent: NamedChannel = {
  id: 987_654,
  name: 'The zabsentq channel',
  message: 8_765_432,
  word: 'zabq',
};

describe.each(doorNames)('through the %s', (door) => {
  it.each(sightRoles)('%s', { timeout: 120_000 }, async (role) => {
    const differences: object[] = [];
    for (const { plan, id, name, messages, contentWord } of channels) {
      const named: NamedChannel = { id, name, message: messages[0]!, word: contentWord };
      const asked = [
        ...(seesMetadata(role, plan) ? [] : pairs(namesChannel, named)),
        ...(seesMetadata(role, plan) || seesContent(role, plan)
          ? []
          : pairs((each) => ofContent(each, means[role]), named)),
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

const namesChannel = (named: NamedChannel) => ofChannel(named, people.author.user_id);
const pairs = (list: (named: NamedChannel) => Asked[], named: NamedChannel) => {
  const gone = list(absent);
  return list(named).map((hidden, at) => [hidden, gone[at]!] as const);
};
const answer = async (role: SightRole, door: DoorName, asked: Asked, named: NamedChannel) =>
  withoutNames(await doors[role][door](...asked), named);

describe('a user who has left', () => {
  const kinds = [
    ['a private channel', { kind: 'private' as const }, ['member', 'moderator', 'guest'] as const],
    ['a public channel, as a guest', { kind: 'public' as const }, ['guest'] as const],
  ] as const;
  it.each(kinds)('gets no events of %s', async (_what, kind, gone) => {
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
      // The owner may change the channel, and is no longer in it at the end.
      const { status, body } = await t.call(people.owner, ...deed);
      expect([deed, status, body.msg]).toEqual([deed, 200, '']);
    }
    for (const queue of queues) expect(await queue.events()).toEqual([]);
  });
});
