import fc from 'fast-check';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addChannel } from '../../../../../tests/support/channels';
import {
  expectedIds,
  type Channel,
  type Person,
  type Said,
  type Term,
  type World,
} from '../../../../../tests/support/narrow-model';
import { startTestService, type TestService } from '../../../../../tests/support/service';
import { userMessages } from '../db/schema/messages';
import { subscriptions } from '../db/schema/streams';
import type { AccountWithKey } from '../service';

const count = 120;
const seed = fc.sample(fc.integer(), 1)[0]!;
const topics = ['plans', 'Plans', '✔ plans', 'harbours of the north', ''];
const words = ['harbour', 'harbours', 'island', 'islands', 'granite', 'the', 'Ember', 'of'];

let t: TestService;
let world: World;
let accounts: AccountWithKey[];

/** Numbers are indices of the world's people and channels. */
const planned = fc.record({
  sender: fc.nat(3),
  channel: fc.option(fc.nat(4), { freq: 4 }),
  with: fc.subarray([0, 1, 2, 3]),
  topic: fc.constantFrom(...topics),
  words: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }),
  link: fc.boolean(),
  calls: fc.option(fc.nat(3), { freq: 3 }),
  reacts: fc.boolean(),
  read: fc.subarray([0, 1, 2, 3]),
  starred: fc.subarray([0, 1, 2, 3]),
});

/** The world decides what is followed and muted. */
const settings = {
  automatically_follow_topics_policy: 4,
  automatically_unmute_topics_in_muted_streams_policy: 4,
  automatically_follow_topics_where_mentioned: false,
};

beforeAll(async () => {
  t = await startTestService();
  accounts = [
    await t.addUser({ full_name: 'Ada', settings }),
    await t.addUser({ full_name: 'Bea', settings }),
    await t.addUser({ full_name: 'Cal', settings }),
    await t.addUser({ full_name: 'Guest', role: 600, settings }),
  ];
  world = await makeWorld();
}, 120_000);
afterAll(() => t.service.close());

async function makeWorld(): Promise<World> {
  const people = accounts.map(({ user_id }, i): Person => ({ id: user_id, guest: i === 3 }));
  const kinds = [
    { members: [0, 1, 2, 3], muted: [1] },
    { members: [1] },
    { members: [0, 1], invite_only: true },
    { members: [0, 2], invite_only: true, history_public_to_subscribers: false },
    { members: [0, 3], muted: [0] },
  ];
  const channels: Channel[] = [];
  for (const { members, muted = [], ...values } of kinds) {
    const who = members.map((i) => accounts[i]!);
    const { id, name } = await addChannel(t, values, who);
    const mutedBy = muted.map((i) => people[i]!.id);
    for (const user_id of mutedBy) {
      await t.store.db
        .update(subscriptions)
        .set({ is_muted: true })
        .where(and(eq(subscriptions.stream_id, id), eq(subscriptions.user_id, user_id)));
    }
    channels.push({
      id,
      name,
      isPublic: !values.invite_only,
      openHistory: values.history_public_to_subscribers ?? true,
      subscribers: who.map(({ user_id }) => user_id),
      mutedBy,
    });
  }
  const policies = new Map<string, number>();
  for (const [i, topic, policy] of [
    [0, 'plans', 1],
    [1, 'plans', 2],
    [2, '✔ plans', 3],
    [0, '', 3],
  ] as const) {
    const { id } = channels[0]!;
    const params = { stream_id: id, topic, visibility_policy: policy };
    await t.call(accounts[i]!, 'POST', '/user_topics', params);
    policies.set(`${people[i]!.id}:${id}:${topic.toLowerCase()}`, policy);
  }
  const messages: Said[] = [];
  for (const plan of fc.sample(planned, { numRuns: count, seed })) {
    messages.push(await say(plan, channels, messages.length));
  }
  // People who join late can see the channel, but not its earlier messages.
  const late = channels[3]!;
  await t.store.db
    .insert(subscriptions)
    .values({ stream_id: late.id, user_id: people[1]!.id, color: '#76ce90' });
  const joined = { ...late, subscribers: [...late.subscribers, people[1]!.id] };
  return {
    people,
    policies,
    channels: channels.map((channel) => (channel === late ? joined : channel)),
    messages: messages.map((said) => (said.channel === late ? { ...said, channel: joined } : said)),
  };
}

type Plan = typeof planned extends fc.Arbitrary<infer P> ? P : never;

async function say(plan: Plan, channels: readonly Channel[], index: number): Promise<Said> {
  const channel = plan.channel === null ? null : channels[plan.channel]!;
  const inside = channel
    ? accounts.filter((a) => channel.subscribers.includes(a.user_id))
    : accounts;
  const sender = inside[plan.sender % inside.length]!;
  const people = channel
    ? []
    : [...new Set([sender.user_id, ...plan.with.map((i) => accounts[i]!.user_id)])];
  const called = plan.calls === null ? null : accounts[plan.calls]!;
  const content = [
    ...plan.words,
    ...(plan.link ? [`https://example.com/${index}`] : []),
    ...(called ? [`@**${called.full_name}**`] : []),
  ].join(' ');
  const to = channel
    ? { type: 'stream', to: channel.id, topic: plan.topic }
    : { type: 'direct', to: people };
  const { body } = await t.call(sender, 'POST', '/messages', { content, ...to });
  if (body.result !== 'success') throw new Error(body.msg);
  const id = body['id'] as number;
  if (plan.reacts) {
    await t.call(sender, 'POST', `/messages/${id}/reactions`, { emoji_name: 'tada' });
  }
  const flags = new Map<number, string[]>();
  for (const [i, { user_id }] of accounts.entries()) {
    if (!(channel?.subscribers ?? people).includes(user_id)) continue;
    const own = [
      ...(plan.read.includes(i) ? ['read'] : []),
      ...(plan.starred.includes(i) ? ['starred'] : []),
      ...(called?.user_id === user_id ? ['mentioned'] : []),
    ];
    flags.set(user_id, own);
    await t.store.db
      .update(userMessages)
      .set({ flags: own })
      .where(and(eq(userMessages.message_id, id), eq(userMessages.user_id, user_id)));
  }
  const topic = channel ? plan.topic : '';
  return {
    id,
    sender: sender.user_id,
    channel,
    people,
    topic,
    content,
    reacted: plan.reacts,
    flags,
  };
}

const searches = fc
  .array(
    fc.oneof(
      fc.constantFrom(...words),
      fc
        .array(fc.constantFrom(...words), { minLength: 1, maxLength: 2 })
        .map((phrase) => `"${phrase.join(' ')}"`),
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((parts) => parts.join(' '));

/** A term with indices of the world, which `resolve` replaces by ids. */
const term = fc.record({
  what: fc.oneof(
    fc.record({ operator: fc.constant('channel'), place: fc.nat(4), byName: fc.boolean() }),
    fc.record({
      operator: fc.constantFrom('dm', 'dm-including'),
      places: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
    }),
    fc.record({ operator: fc.constant('sender'), person: fc.nat(3) }),
    fc.record({ operator: fc.constantFrom('id', 'with'), message: fc.nat(count - 1) }),
    fc.record({ operator: fc.constant('channels'), operand: fc.constant('public') }),
    fc.record({ operator: fc.constant('topic'), operand: fc.constantFrom(...topics, 'PLANS') }),
    fc.record({
      operator: fc.constant('is'),
      operand: fc.constantFrom(
        'dm',
        'starred',
        'mentioned',
        'unread',
        'resolved',
        'followed',
        'muted',
      ),
    }),
    fc.record({ operator: fc.constant('has'), operand: fc.constantFrom('link', 'reaction') }),
    fc.record({ operator: fc.constant('in'), operand: fc.constantFrom('home', 'all') }),
    fc.record({ operator: fc.constant('search'), operand: searches }),
  ),
  negated: fc.boolean(),
});
type Planned = typeof term extends fc.Arbitrary<infer P> ? P : never;

function resolve({ what, negated }: Planned): Term {
  const { operator } = what;
  const at = (operand: Term['operand']) => ({ operator, operand, negated });
  if ('place' in what) {
    const channel = world.channels[what.place]!;
    return at(what.byName ? channel.name : channel.id);
  }
  if ('places' in what) return at(what.places.map((i) => world.people[i]!.id));
  if ('person' in what) return at(world.people[what.person]!.id);
  if ('message' in what) {
    return {
      ...at(world.messages[what.message]!.id),
      ...(operator === 'with' && { negated: false }),
    };
  }
  return at(what.operand);
}

const narrows = fc
  .array(term, { maxLength: 3 })
  .filter((terms) => terms.filter(({ what }) => what.operator === 'with').length <= 1);

describe(`narrows in a world of seed ${seed}`, () => {
  it('return the same as a plain filter, in the list and one by one', async () => {
    await fc.assert(
      fc.asyncProperty(narrows, fc.nat(3), async (plan, who) => {
        const narrow = plan.map(resolve);
        const params = { anchor: 'newest', num_before: count, num_after: 0, narrow };
        const { body } = await t.call(accounts[who]!, 'GET', '/messages', params);
        const expected = expectedIds(world, world.people[who]!, narrow);
        if (!expected) {
          expect(body).toMatchObject({ code: 'BAD_NARROW' });
          return;
        }
        const ids = (body['messages'] as { id: number }[]).map(({ id }) => id);
        expect(ids).toEqual(expected);
      }),
      { numRuns: 250 },
    );
  }, 120_000);
});
