import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { subscriptions } from '../db/schema/streams';
import { userTopics } from '../db/schema/user-topics';
import type { AccountWithKey } from '../service';

const t = withService();
let me: AccountWithKey;
let other: AccountWithKey;
let channel: number;

beforeEach(async () => {
  me = await t.addUser();
  other = await t.addUser();
  channel = (await addChannel(t, {}, [me, other])).id;
});

type Params = Record<string, unknown>;

async function send(account: AccountWithKey, content = 'x', topic = 'plans') {
  const to = { type: 'channel', to: channel, topic };
  const { body } = await t.call(account, 'POST', '/messages', { ...to, content });
  expect(body).toMatchObject({ result: 'success' });
  return { id: Number(body['id']), policy: body['automatic_new_visibility_policy'] };
}
const choose = (settings: Params, account = me) => t.call(account, 'PATCH', '/settings', settings);
const set = (visibility_policy: number, account = me) =>
  t.call(account, 'POST', '/user_topics', {
    stream_id: channel,
    topic: 'PLANS',
    visibility_policy,
  });
const muteChannel = () =>
  t.store.db
    .update(subscriptions)
    .set({ is_muted: true })
    .where(and(eq(subscriptions.user_id, me.user_id), eq(subscriptions.stream_id, channel)));
async function policyOf({ user_id }: AccountWithKey) {
  const [row] = await t.store.db.select().from(userTopics).where(eq(userTopics.user_id, user_id));
  return row?.visibility_policy;
}

const follow = (policy: number) => ({ automatically_follow_topics_policy: policy });
const unmute = (policy: number) => ({
  automatically_unmute_topics_in_muted_streams_policy: policy,
});
const never = { ...follow(4), ...unmute(4) };

describe('sending', () => {
  it('follows a topic that the sender starts, and reports it in the reply and an event', async () => {
    const queue = await openQueue(t, me, { event_types: ['message', 'user_topic'] });
    expect((await send(me)).policy).toBe(3);
    expect(await queue.events()).toMatchObject([
      { type: 'message' },
      { type: 'user_topic', stream_id: channel, topic_name: 'plans', visibility_policy: 3 },
    ]);
    expect((await send(me)).policy).toBeUndefined();
  });

  it('doesn’t follow a topic that someone else started', async () => {
    await send(other, 'first', 'Plans');
    expect((await send(me)).policy).toBeUndefined();
    expect(await policyOf(me)).toBeUndefined();
  });

  it('treats a topic as new if the sender can’t read its earlier messages', async () => {
    channel = (
      await addChannel(t, { invite_only: true, history_public_to_subscribers: false }, [other])
    ).id;
    await send(other);
    await t.store.db
      .insert(subscriptions)
      .values({ stream_id: channel, user_id: me.user_id, color: '#76ce90' });
    expect((await send(me)).policy).toBe(3);
  });

  it.each<[rule: string, settings: Params, muted: boolean, expected: number | undefined]>([
    ['follows by sending', follow(2), false, 3],
    ['follows by taking part', follow(1), false, 3],
    ['follows rather than unmutes', { ...follow(2), ...unmute(2) }, true, 3],
    ['unmutes in a muted channel by sending', { ...follow(4), ...unmute(2) }, true, 2],
    ['unmutes in a muted channel by taking part', { ...follow(4), ...unmute(1) }, true, 2],
    ['unmutes nothing that somebody else began', { ...follow(4), ...unmute(3) }, true, undefined],
    [
      'unmutes nothing in a channel that is not muted',
      { ...follow(4), ...unmute(1) },
      false,
      undefined,
    ],
    ['does nothing where nothing is wanted', never, true, undefined],
  ])('%s', async (_rule, settings, muted, expected) => {
    await send(other);
    await choose(settings);
    if (muted) await muteChannel();
    expect((await send(me)).policy).toBe(expected);
    expect(await policyOf(me)).toBe(expected);
  });

  it('raises a muted topic’s policy, but muting it means the sender didn’t start it', async () => {
    await set(1);
    expect((await send(me)).policy).toBeUndefined();
    await choose(follow(2));
    expect((await send(me)).policy).toBe(3);
  });

  it('never lowers a followed topic', async () => {
    await choose({ ...follow(4), ...unmute(1) });
    await muteChannel();
    await set(3);
    expect((await send(me)).policy).toBeUndefined();
    expect(await policyOf(me)).toBe(3);
  });

  it('does nothing for bots, or for direct messages', async () => {
    const bot = await t.addUser({ is_bot: true });
    expect((await send(bot)).policy).toBeUndefined();
    const note = { type: 'direct', to: [me.user_id], content: 'x' };
    const { body } = await t.call(me, 'POST', '/messages', note);
    expect(body).not.toHaveProperty('automatic_new_visibility_policy');
  });
});

describe('reacting', () => {
  it.each([
    [1, 3],
    [2, undefined],
    [3, undefined],
  ])('with the setting %s makes the policy %s', async (setting, expected) => {
    const { id } = await send(other);
    await choose(follow(setting));
    await t.call(me, 'POST', `/messages/${id}/reactions`, { emoji_name: 'tada' });
    expect(await policyOf(me)).toBe(expected);
  });
});

describe('a mention', () => {
  it('makes mentioned users follow the topic, unless their settings say otherwise', async () => {
    const call = ({ full_name, user_id }: AccountWithKey) => `@**${full_name}|${user_id}**`;
    await choose({ automatically_follow_topics_where_mentioned: false }, other);
    const third = await t.addUser();
    await send(me, `${call(me)} ${call(other)} ${call(third)} @**all**`);
    expect(await Promise.all([other, third].map(policyOf))).toEqual([undefined, undefined]);
    await choose({ automatically_follow_topics_where_mentioned: true }, other);
    await set(1, other);
    await send(me, call(other));
    expect(await policyOf(other)).toBe(3);
  });

  it('doesn’t make anyone follow if it is silent', async () => {
    await send(me, `@_**${other.full_name}|${other.user_id}**`);
    expect(await policyOf(other)).toBeUndefined();
  });
});
