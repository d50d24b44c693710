import { flushSync } from 'svelte';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from '../../api/errors';
import type { RegisterState } from '../../api/register';
import { anAccount, type Answers } from '../../../../tests/support/account';
import { aMessage, aPerson, aState, aSubscription } from '../../../../tests/support/state';
import { OfflineMessageCache } from '../../writing/message-cache/offline-message-cache';
import { ReadMarks } from '../../client/read-marks/read-marks.svelte';
import { RecentConversations } from './recent-conversations.svelte';

/** A bot that keeps writing in one topic. */
const busy = Array.from({ length: 400 }, (_, at) => aMessage(5000 + at, { subject: 'alerts' }));

function setup(values: Partial<RegisterState> = {}, answers: Answers = {}) {
  const world = anAccount({
    answers: {
      getMessages: ({ anchor }) => ({
        messages: anchor === 'newest' ? busy : [],
        found_oldest: false,
      }),
      ...answers,
    },
    state: aState({
      user_id: 7,
      realm_users: [aPerson(7), aPerson(8), aPerson(9)],
      subscriptions: [aSubscription(5), aSubscription(6)],
      ...values,
    }),
  });
  let recent!: RecentConversations;
  const stop = $effect.root(() => {
    const { account } = world;
    recent = new RecentConversations(
      account,
      new ReadMarks(account),
      new OfflineMessageCache(account.id),
    );
  });
  flushSync();
  onTestFinished(stop);
  const names = () =>
    recent.all?.map(({ recipient: { type, to, topic } }) =>
      type === 'stream' ? `${to[0]} ${topic}` : `to ${to.join()}`,
    );
  const settled = () => vi.waitUntil(() => recent.all && !recent.isLoading);
  return { ...world, recent, names, settled };
}

const topics = (all: Record<number, readonly (readonly [string, number])[]>): Answers => ({
  getStreamTopics: ({ stream_id }) => ({
    topics: (all[stream_id] ?? []).map(([name, max_id]) => ({ name, max_id })),
  }),
});

it('includes unread and direct conversations, however busy one topic is', async () => {
  const { names, settled, recent } = setup({
    unread_msgs: {
      streams: [{ stream_id: 6, topic: 'plans', unread_message_ids: [30, 31] }],
      pms: [{ other_user_id: 8, unread_message_ids: [40] }],
      huddles: [{ user_ids_string: '7,8,9', unread_message_ids: [35] }],
    },
    recent_private_conversations: [{ user_ids: [9], max_message_id: 20 }],
  });
  await settled();
  expect(names()).toEqual(['5 alerts', 'to 8', 'to 8,9', '6 plans', 'to 9']);
  expect(recent.all?.map(({ unread }) => unread)).toEqual([0, 1, 1, 2, 0]);
});

it('omits channels that the user has left', async () => {
  const { names, settled } = setup({
    unread_msgs: {
      pms: [],
      huddles: [],
      streams: [{ stream_id: 66, topic: 'plans', unread_message_ids: [30] }],
    },
  });
  await settled();
  expect(names()).toEqual(['5 alerts']);
});

it('includes the topics of channels, each once, on servers of any level', async () => {
  const answers = topics({
    5: [
      ['Alerts', 5399],
      ['logo', 90],
    ],
    6: [['plans', 70]],
  });
  const { names, settled } = setup({ zulip_feature_level: 247 }, answers);
  await settled();
  expect(names()).toEqual(['5 alerts', '5 logo', '6 plans']);
});

it('requests no topics if it has all messages', async () => {
  const { calls, settled } = setup(
    {},
    { getMessages: () => ({ messages: [aMessage(1)], found_oldest: true }) },
  );
  await settled();
  expect(calls('getStreamTopics')).toHaveLength(0);
});

it('fetches a few channels at a time, those with followed topics first, muted ones last', async () => {
  const subscriptions = Array.from({ length: 20 }, (_, at) =>
    aSubscription(at + 1, { stream_weekly_traffic: at, is_muted: at === 19 }),
  );
  const { calls, settled, recent } = setup({
    subscriptions,
    user_topics: [{ stream_id: 2, topic_name: 'x', visibility_policy: 3 }],
  });
  await settled();
  const ids = () =>
    calls('getStreamTopics').map((params) => 'stream_id' in params && params.stream_id);
  expect(ids()).toEqual([2, 5, 19, 18, 17, 16, 15, 14]);
  await recent.older();
  expect(ids()).toHaveLength(16);
  await recent.older();
  expect(ids()).toHaveLength(20);
  expect(ids().at(-1)).toBe(20);
  await recent.older();
  expect(ids()).toHaveLength(20);
});

it('lists the newest topics of a channel, and followed ones', async () => {
  const many = Array.from({ length: 3000 }, (_, at) => [`topic ${at}`, 3000 - at] as const);
  const { names, settled } = setup(
    {
      user_topics: [{ stream_id: 5, topic_name: 'Topic 2900', visibility_policy: 3 }],
    },
    topics({ 5: many }),
  );
  await settled();
  expect(names()).toHaveLength(102);
  expect(names()?.at(-1)).toBe('5 topic 2900');
});

it('does not repeat requests that the server refuses', async () => {
  const { names, settled, recent, calls } = setup(
    {},
    {
      getStreamTopics: () => {
        throw new ApiError('getStreamTopics', 400, 'BAD_REQUEST', 'Invalid channel ID', {});
      },
    },
  );
  await settled();
  expect(names()).toEqual(['5 alerts']);
  await recent.older();
  expect(calls('getStreamTopics')).toHaveLength(2);
});

it('follows moved and deleted messages', async () => {
  let of5: [string, number][] = [
    ['logo', 90],
    ['icon', 80],
  ];
  const { names, settled, tell } = setup(
    { recent_private_conversations: [{ user_ids: [9], max_message_id: 20 }] },
    { getStreamTopics: (params) => topics({ 5: of5 }).getStreamTopics?.(params) },
  );
  await settled();
  expect(names()).toEqual(['5 alerts', '5 logo', '5 icon', 'to 9']);
  of5 = [
    ['brand', 90],
    ['icon', 80],
  ];
  tell({
    type: 'update_message',
    user_id: 8,
    edit_timestamp: 1,
    flags: [],
    rendering_only: false,
    message_id: 90,
    message_ids: [90],
    stream_id: 5,
    orig_subject: 'logo',
    subject: 'brand',
    propagate_mode: 'change_all',
  });
  await expect.poll(names).toEqual(['5 alerts', '5 brand', '5 icon', 'to 9']);
  tell({ type: 'delete_message', message_ids: [20], message_type: 'private' });
  expect(names()).toEqual(['5 alerts', '5 brand', '5 icon']);
});

it('keeps a topic’s position when its message is dropped for newer ones', async () => {
  let of6: [string, number][] = [['old', 90]];
  const { names, settled, tell } = setup(
    {},
    { getStreamTopics: (params) => topics({ 6: of6 }).getStreamTopics?.(params) },
  );
  await settled();
  expect(names()).toEqual(['5 alerts', '6 old']);
  const say = (id: number, fields: object) =>
    tell({ type: 'message', flags: ['read'], message: aMessage(id, fields) });
  of6 = [
    ['new', 6000],
    ['old', 90],
  ];
  say(6000, { stream_id: 6, subject: 'new' });
  for (let id = 6001; id <= 6650; id++) say(id, { subject: 'alerts' });
  await expect.poll(names).toEqual(['5 alerts', '6 new', '6 old']);
});

it('offers older ones again when some are dropped after all were loaded', async () => {
  const { names, settled, recent, tell } = setup(
    {},
    {
      getMessages: ({ anchor }) => ({
        messages: anchor === 'newest' ? [aMessage(90, { stream_id: 6, subject: 'old' })] : [],
        found_oldest: anchor === 'newest',
      }),
      ...topics({ 6: [['old', 90]] }),
    },
  );
  await settled();
  expect(recent.foundOldest).toBe(true);
  for (let id = 6000; id <= 6650; id++) {
    tell({ type: 'message', flags: ['read'], message: aMessage(id, { subject: 'alerts' }) });
  }
  expect(recent.foundOldest).toBe(false);
  await expect.poll(names).toEqual(['5 alerts', '6 old']);
});

it('loads older ones afterward when asked during a request', async () => {
  const { recent, settled, calls } = setup();
  void recent.older();
  await settled();
  await expect.poll(() => calls('getMessages')).toHaveLength(2);
});
