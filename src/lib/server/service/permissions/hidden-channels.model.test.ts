import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatewayNames, type GatewayName } from '../../../../../tests/support/both-gateways';
import { openQueue } from '../../../../../tests/support/channels';
import {
  ofChannel,
  ofContent,
  withoutNames,
  type NamedCall,
  type NamedChannel,
} from '../../../../../tests/support/hidden-calls';
import type { TestService } from '../../../../../tests/support/service';
import {
  seesContent,
  seesMetadata,
  roleNames,
  type PlannedChannel,
  type VisibilityRole,
} from '../../../../../tests/support/visibility-model';
import {
  makeSecretChannel,
  makeMeans,
  startVisibilityWorld,
  type SecretChannel,
  type VisibilityGateways,
  type VisibilityMeans,
  type VisibilityPeople,
} from '../../../../../tests/support/visibility-world';

/**
 * Requests for a channel or message that the caller can't see must get the same response as for a
 * missing one.
 */

let t: TestService;
let people: VisibilityPeople;
let gateways: VisibilityGateways;
let channels: readonly SecretChannel[];
let means: VisibilityMeans;

const base: PlannedChannel = {
  kind: 'private',
  archived: false,
  openHistory: true,
  named: null,
  early: [],
  late: [],
  left: [],
  setting: 'can_subscribe_group',
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
  ({ t, people, gateways } = await startVisibilityWorld());
  // Ids that aren't part of other numbers in the replies.
  for (const [table, first] of [
    ['streams', 765_432],
    ['messages', 6_543_210],
  ] as const) {
    await t.store.db.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${first})`);
  }
  means = await makeMeans(t, people);
  const made: SecretChannel[] = [];
  for (const plan of plans) made.push(await makeSecretChannel(t, people, plan));
  channels = made;
});
afterAll(() => t.service.close());

const absent: NamedChannel = {
  id: 987_654,
  name: 'The zabsentq channel',
  message: 8_765_432,
  word: 'zabq',
};

describe.each(gatewayNames)('through the %s', (gateway) => {
  it.each(roleNames)('%s', { timeout: 120_000 }, async (role) => {
    const differences: object[] = [];
    for (const { plan, id, name, messages, contentWord } of channels) {
      const named: NamedChannel = { id, name, message: messages[0]!, word: contentWord };
      const callPairs = [
        ...(seesMetadata(role, plan) ? [] : pairs(namesChannel, named)),
        ...(seesMetadata(role, plan) || seesContent(role, plan)
          ? []
          : pairs((each) => ofContent(each, means[role]), named)),
      ];
      for (const [hidden, gone] of callPairs) {
        const answered = await answer(role, gateway, hidden, named);
        const expected = await answer(role, gateway, gone, absent);
        if (answered !== expected)
          differences.push({ plan, namedCall: hidden, answered, expected });
      }
    }
    expect(differences).toEqual([]);
  });
});

const namesChannel = (named: NamedChannel) => ofChannel(named, people.author.user_id);
const pairs = (list: (named: NamedChannel) => NamedCall[], named: NamedChannel) => {
  const gone = list(absent);
  return list(named).map((hidden, at) => [hidden, gone[at]!] as const);
};
const answer = async (
  role: VisibilityRole,
  gateway: GatewayName,
  namedCall: NamedCall,
  named: NamedChannel,
) => withoutNames(await gateways[role][gateway](...namedCall), named);

describe('a user who has left', () => {
  const kinds = [
    ['a private channel', { kind: 'private' as const }, ['member', 'moderator', 'guest'] as const],
    ['a public channel, as a guest', { kind: 'public' as const }, ['guest'] as const],
  ] as const;
  it.each(kinds)('gets no events of %s', async (_what, kind, gone) => {
    const plan: PlannedChannel = { ...base, ...kind, early: [...gone, 'owner'] };
    const { id, name, contentWord, nameWord, messages } = await makeSecretChannel(t, people, plan);
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
    const actions: NamedCall[] = [
      [
        'POST',
        '/messages',
        {
          type: 'stream',
          to: id,
          topic: `${contentWord} topic`,
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
    for (const action of actions) {
      // The owner may change the channel, and is no longer in it at the end.
      const { status, body } = await t.call(people.owner, ...action);
      expect([action, status, body.msg]).toEqual([action, 200, '']);
    }
    for (const queue of queues) expect(await queue.events()).toEqual([]);
  });
});
