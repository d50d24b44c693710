import { beforeAll, describe, expect, it } from 'vitest';
import { channelCalls, kinds, type Event } from '../../../../../tests/support/channel-calls';
import { openQueue, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';

const t = withService();
let administrator: AccountWithKey;
let member: AccountWithKey;
let other: AccountWithKey;
let guest: AccountWithKey;

beforeAll(async () => {
  administrator = await t.addUser({ role: 200, full_name: 'Ada' });
  member = await t.addUser({ full_name: 'Mel' });
  other = await t.addUser();
  guest = await t.addUser({ role: 600 });
});

const { create, queue, notes } = channelCalls(() => t);

describe('createChannel', () => {
  it('first sends subscribers the channel, then their subscription, and others the subscribers', async () => {
    const [inside, outside, far] = [await queue(member), await queue(other), await queue(guest)];
    const id = await create(administrator, { subscribers: [member.user_id], description: '*x*' });
    const [made, added, first] = await inside.events();
    expect(made).toMatchObject({
      type: 'stream',
      op: 'create',
      streams: [{ stream_id: id, subscriber_count: 1, rendered_description: '<p><em>x</em></p>' }],
    });
    expect(added).toMatchObject({
      type: 'subscription',
      op: 'add',
      subscriptions: [{ stream_id: id, subscribers: [member.user_id], subscriber_count: 1 }],
    });
    expect(first).toMatchObject({ type: 'stream', op: 'update', property: 'first_message_id' });
    const [seen, peers] = await outside.events();
    expect(seen).toMatchObject({ op: 'create', streams: [{ stream_id: id, subscriber_count: 0 }] });
    expect(peers).toEqual({
      type: 'subscription',
      op: 'peer_add',
      stream_ids: [id],
      user_ids: [member.user_id],
    });
    expect(await far.events()).toEqual([]);
  });

  it('announces a private channel to its subscribers, administrators and those its settings let in', async () => {
    const named = await t.addUser();
    const can_subscribe_group = { direct_members: [named.user_id], direct_subgroups: [] };
    const [boss, namedQueue, out] = [
      await queue(administrator),
      await queue(named),
      await queue(other),
    ];
    const queues = [boss, namedQueue, await queue(guest), await queue(member)] as const;
    await create(member, {
      subscribers: [member.user_id, guest.user_id],
      invite_only: true,
      can_subscribe_group,
    });
    for (const each of queues) {
      expect(kinds(await each.events())[0]).toBe('stream/create');
    }
    expect(await out.events()).toEqual([]);
  });

  it('posts a notice in the channel, and in the announcement channel', async () => {
    const place = await create(t.owner, { subscribers: [member.user_id] });
    await setRealm(t, { new_stream_announcements_stream_id: place });
    const id = await create(member, {
      name: 'come in',
      description: '@**all**, come in',
      announce: true,
    });
    const hidden = await create(member, { announce: true, invite_only: true });
    expect(await notes(member, id)).toEqual([
      expect.stringMatching(/created this channel.*public[^]*> @\*\*all\*\*, come in/),
    ]);
    const noticeTexts = await notes(member, place);
    expect(noticeTexts.at(-1)).toContain('#**come in**');
    expect(noticeTexts).toHaveLength(2);
    expect(hidden).toBeGreaterThan(id);
    await setRealm(t, {});
  });

  it('sends a direct message to people whom others subscribe', async () => {
    const [first, second] = [await t.addUser(), await t.addUser()];
    const hear = async (account: AccountWithKey) =>
      openQueue(t, account, { event_types: ['message'] });
    const [one, two, own] = [await hear(first), await hear(second), await hear(member)];
    await create(member, { subscribers: [first.user_id, member.user_id] });
    await create(member, {
      subscribers: [second.user_id],
      send_new_subscription_messages: false,
    });
    const direct = async (events: Promise<Event[]>) =>
      (await events).filter(({ message }) => (message as Event)['type'] === 'private');
    expect(await direct(one.events())).toHaveLength(1);
    expect(await direct(two.events())).toEqual([]);
    expect(await direct(own.events())).toEqual([]);
  });
});
