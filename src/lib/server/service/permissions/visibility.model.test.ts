import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ask, Params } from '../../../../../tests/support/both-gateways';
import type { TestService } from '../../../../../tests/support/service';
import {
  isInside,
  seenMessages,
  seesContent,
  seesMetadata,
  roleNames,
  type PlannedChannel,
  type VisibilityRole,
} from '../../../../../tests/support/visibility-model';
import {
  makeSecretChannel,
  startVisibilityWorld,
  type SecretChannel,
  type VisibilityGateways,
  type VisibilityPeople,
} from '../../../../../tests/support/visibility-world';

/**
 * Compares what each user gets about channels with a simple model. Other requests must reveal
 * nothing.
 */

let t: TestService;
let people: VisibilityPeople;
let gateways: VisibilityGateways;

beforeAll(async () => {
  ({ t, people, gateways } = await startVisibilityWorld());
});
afterAll(() => t.service.close());

const some = fc.subarray([...roleNames]);
const planned = fc
  .record({
    kind: fc.constantFrom('web-public' as const, 'public' as const, 'private' as const),
    archived: fc.boolean(),
    openHistory: fc.boolean(),
    early: some,
    late: some,
    leave: some,
    named: fc.option(fc.constantFrom(...roleNames), { freq: 3 }),
    setting: fc.constantFrom(
      'can_subscribe_group' as const,
      'can_add_subscribers_group' as const,
      'can_administer_channel_group' as const,
      'can_remove_subscribers_group' as const,
    ),
  })
  .map(({ leave, ...plan }): PlannedChannel => {
    const left = leave.filter((role) => plan.early.includes(role) || plan.late.includes(role));
    return { ...plan, left };
  });

/** Everything that a user gets without naming a channel: replies by request. */
async function readAll(ask: Ask): Promise<Map<string, Params>> {
  const everything = { anchor: 'newest', num_before: 1000, num_after: 0 };
  const flags = ['include_public', 'include_web_public', 'include_subscribed', 'include_default'];
  const all = Object.fromEntries(flags.map((name) => [name, true]));
  const reads: [path: string, params?: Params][] = [
    ['/streams'],
    ['/streams', { ...all, include_all: true, exclude_archived: false }],
    ['/streams', { include_can_access_content: true, exclude_archived: false }],
    ['/streams', { include_all_active: true, include_owner_subscribed: true }],
    ['/users/me/subscriptions', { include_subscribers: 'true' }],
    ['/users'],
    ['/users/me'],
    ['/messages', everything],
    ['/messages', { ...everything, narrow: [['channels', 'public']] }],
    ['/messages', { ...everything, narrow: [['search', 'say']] }],
    ['/messages', { ...everything, narrow: [['sender', people.author.email]] }],
    ['/attachments'],
    ['/channel_folders'],
    ['/drafts'],
    ['/user_groups'],
    ['/audit_log'],
    ['/scheduled_messages'],
  ];
  const replies = new Map<string, Params>();
  for (const [path, params = {}] of reads) {
    replies.set(`${path} ${JSON.stringify(params)}`, (await ask('GET', path, params)).body);
  }
  return replies;
}

async function register(role: VisibilityRole): Promise<Params> {
  const { body } = await t.call(people[role], 'POST', '/register', {
    client_capabilities: { notification_settings_null: true, archived_channels: true },
    include_subscribers: true,
  });
  await t.call(people[role], 'DELETE', '/events', { queue_id: body.queue_id });
  return body;
}

const idsOf = (rows: unknown, key = 'stream_id') =>
  (rows as Record<string, number>[]).map((row) => row[key]!);

/** The ids of these channels within a list of ids. */
const among = (channels: readonly SecretChannel[], ids: readonly number[]) =>
  channels.filter(({ id }) => ids.includes(id)).map(({ id }) => id);

/** Words in a reply from channels that the user can't see or can't read. */
function leaksIn(
  reply: Params,
  role: VisibilityRole,
  channels: readonly SecretChannel[],
): string[] {
  const replyText = JSON.stringify(reply);
  return channels.flatMap(({ plan, nameWord, contentWord }) => [
    ...(!seesMetadata(role, plan) && replyText.includes(nameWord) ? [nameWord] : []),
    ...(!seesContent(role, plan) && replyText.includes(contentWord) ? [contentWord] : []),
  ]);
}

it('shows each role the channels and messages it can see, and no others', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(planned, { minLength: 3, maxLength: 5 }), async (plans) => {
      const channels: SecretChannel[] = [];
      for (const plan of plans) channels.push(await makeSecretChannel(t, people, plan));
      for (const role of roleNames) {
        const state = await register(role);
        const replies = await readAll(gateways[role]['key gateway']);
        for (const [path, reply] of [...replies, ['/register', state] as const]) {
          const leaks = leaksIn(reply, role, channels);
          expect({ path, leaks }).toEqual({ path, leaks: [] });
        }
        const message_ids = channels.flatMap((channel) => channel.messages);
        const found = await t.call(people[role], 'GET', '/messages', { message_ids });
        expectModel(role, channels, state, replies, found.body);
      }
    }),
    { numRuns: 3 },
  );
}, 240_000);

function expectModel(
  role: VisibilityRole,
  channels: readonly SecretChannel[],
  state: Params,
  replies: ReadonlyMap<string, Params>,
  found: Params,
): void {
  const where = (test: (plan: PlannedChannel) => boolean) =>
    channels.filter(({ plan }) => test(plan)).map(({ id }) => id);
  const known = where((plan) => seesMetadata(role, plan));
  const lists = [...replies].filter(([path]) => path.startsWith('/streams'));
  const listed = lists.map(([, { streams }]) => (streams ? among(channels, idsOf(streams)) : null));
  const open = (plan: PlannedChannel) => plan.kind !== 'private' && role !== 'guest';
  expect(listed.slice(0, 3)).toEqual([
    where((plan) => !plan.archived && (open(plan) || isInside(role, plan))),
    known,
    where((plan) => open(plan) || seesContent(role, plan)),
  ]);
  const isAdministrator = role === 'owner' || role === 'administrator';
  expect(listed[3]).toEqual(isAdministrator ? where(({ archived }) => !archived) : null);
  const inside = where((plan) => isInside(role, plan));
  expect(among(channels, idsOf(state['subscriptions']))).toEqual(inside);
  const registered = ['subscriptions', 'unsubscribed', 'never_subscribed'].flatMap((key) =>
    idsOf(state[key]),
  );
  expect(among(channels, registered)).toEqual(known);
  expect(among(channels, idsOf(state['streams']))).toEqual(known);
  const messages = channels.flatMap(({ messages: ids, plan }) =>
    seenMessages(role, plan).map((at) => ids[at]!),
  );
  expect(idsOf(found['messages'], 'id')).toEqual(messages.toSorted((a, b) => a - b));
}
