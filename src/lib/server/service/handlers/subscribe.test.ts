import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { channelCalls, type Event } from '../../../../../tests/support/channel-calls';
import { groupId, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { subscriptions } from '../db/schema/streams';
import type { AccountWithKey } from '../service';

const t = withService();
let member: AccountWithKey;
let other: AccountWithKey;
let guest: AccountWithKey;

beforeAll(async () => {
  member = await t.addUser({ full_name: 'Mel' });
  other = await t.addUser();
  guest = await t.addUser({ role: 600 });
});

const { create, join, queue } = channelCalls(() => t);

describe('subscribe', () => {
  it('subscribes people once, and reports who is new', async () => {
    const id = await create(member, { name: 'kitchen' });
    const principals = [other.user_id, member.user_id];
    const [mine, theirs, far] = [await queue(member), await queue(other), await queue(t.owner)];
    const first = await join(member, { subscriptions: [{ name: ' KITCHEN ' }], principals });
    expect(first.body).toEqual({
      result: 'success',
      msg: '',
      already_subscribed: {},
      subscribed: { [member.user_id]: ['kitchen'], [other.user_id]: ['kitchen'] },
      new_subscription_messages_sent: true,
    });
    const subscribers = [member.user_id, other.user_id];
    const added = { op: 'add', subscriptions: [{ stream_id: id, subscribers }] };
    expect(await mine.events()).toMatchObject([added]);
    expect(await theirs.events()).toMatchObject([added]);
    expect(await far.events()).toEqual([
      { type: 'subscription', op: 'peer_add', stream_ids: [id], user_ids: subscribers },
    ]);
    const again = await join(member, { subscriptions: [{ name: 'kitchen' }] });
    expect(again.body).toMatchObject({
      subscribed: {},
      already_subscribed: { [member.user_id]: ['kitchen'] },
    });
  });

  it('creates missing channels, with all parameters of creation', async () => {
    const { body } = await join(member, {
      subscriptions: [
        { name: 'attic', description: 'old\nthings', color: '#AbC' },
        { name: 'shed' },
      ],
      invite_only: true,
      history_public_to_subscribers: true,
    });
    expect(body).toMatchObject({ subscribed: { [member.user_id]: ['attic', 'shed'] } });
    const list = await t.call(member, 'GET', '/users/me/subscriptions');
    const made = (list.body['subscriptions'] as Event[]).filter(({ name }) =>
      ['attic', 'shed'].includes(String(name)),
    );
    expect(made).toMatchObject([
      { name: 'attic', description: 'old things', color: '#aabbcc', invite_only: true },
      { name: 'shed', creator_id: member.user_id, history_public_to_subscribers: true },
    ]);
  });

  it('refuses channels the user can’t join, either the whole call or just those', async () => {
    await create(member, { name: 'vault', invite_only: true });
    await create(member, { name: 'hall' });
    const subscriptions = [{ name: 'vault' }, { name: 'hall' }];
    expect((await join(other, { subscriptions })).body).toMatchObject({ code: 'BAD_REQUEST' });
    const { body } = await join(other, { subscriptions, authorization_errors_fatal: false });
    expect(body).toMatchObject({
      unauthorized: ['vault'],
      subscribed: { [other.user_id]: ['hall'] },
    });
    expect((await join(guest, { subscriptions: [{ name: 'hall' }] })).status).toBe(400);
    expect((await join(guest, { subscriptions: [{ name: 'new one' }] })).status).toBe(400);
  });

  it('lets no one into an archived channel', async () => {
    const id = await create(member, { name: 'cellar' });
    await t.call(member, 'DELETE', `/streams/${id}`);
    for (const account of [member, t.owner]) {
      const reply = await join(account, {
        subscriptions: [{ name: 'cellar' }],
        authorization_errors_fatal: false,
      });
      expect(reply.body).toMatchObject({ unauthorized: ['cellar'], subscribed: {} });
    }
  });

  it('lets others add guests, and shows them the channel', async () => {
    const id = await create(member, { name: 'porch' });
    const theirs = await queue(guest);
    const both = { subscriptions: [{ name: 'porch' }], principals: [guest.email] };
    expect((await join(guest, both)).status).toBe(400);
    expect((await join(member, both)).status).toBe(200);
    const [seen, added] = await theirs.events();
    expect(seen).toMatchObject({ op: 'create', streams: [{ stream_id: id, subscriber_count: 1 }] });
    expect(added).toMatchObject({ type: 'subscription', op: 'add' });
  });

  it('shows a guest nothing of a private channel whose settings include them', async () => {
    const can_subscribe_group = { direct_members: [guest.user_id], direct_subgroups: [] };
    const closed = { invite_only: true, subscribers: [member.user_id], can_subscribe_group };
    await create(member, { name: 'study', ...closed });
    const theirs = await queue(guest);
    const bring = { subscriptions: [{ name: 'study' }], principals: [other.user_id] };
    expect((await join(member, bring)).status).toBe(200);
    expect(await theirs.events()).toEqual([]);
  });

  it('keeps a user’s settings from before they left', async () => {
    const id = await create(member, { name: 'garage', subscribers: [other.user_id] });
    await t.store.db
      .update(subscriptions)
      .set({ active: false, pin_to_top: true, color: '#123456' })
      .where(eq(subscriptions.stream_id, id));
    const theirs = await queue(other);
    await join(other, { subscriptions: [{ name: 'garage' }] });
    expect(await theirs.events()).toMatchObject([
      { subscriptions: [{ stream_id: id, pin_to_top: true, color: '#123456' }] },
    ]);
  });

  it('needs permission to add others, of the organization or the channel', async () => {
    await setRealm(t, { can_add_subscribers_group: await groupId(t, 'role:administrators') });
    const can_add_subscribers_group = { direct_members: [other.user_id], direct_subgroups: [] };
    await create(member, { name: 'loft', can_add_subscribers_group });
    const bring = (account: AccountWithKey, name: string) =>
      join(account, { subscriptions: [{ name }], principals: [t.owner.user_id] });
    const third = await t.addUser();
    expect((await bring(third, 'loft')).status).toBe(400);
    expect((await bring(other, 'loft')).status).toBe(200);
    expect((await bring(third, 'their own, which they administer')).status).toBe(200);
    await setRealm(t, {});
  });

  it('sends no direct messages to too many people', async () => {
    const crowd: AccountWithKey[] = [];
    while (crowd.length < 101) crowd.push(await t.addUser());
    const principals = crowd.map(({ user_id }) => user_id);
    const { body } = await join(member, { subscriptions: [{ name: 'full house' }], principals });
    expect(body).toMatchObject({ new_subscription_messages_sent: false });
    const silent = { subscriptions: [{ name: 'quiet' }], send_new_subscription_messages: false };
    expect((await join(member, silent)).body).not.toHaveProperty('new_subscription_messages_sent');
  });

  it('works together with unsubscribing in one call', async () => {
    await create(member, { name: 'balcony', subscribers: [member.user_id] });
    const change = (params: Record<string, unknown>) =>
      t.call(member, 'PATCH', '/users/me/subscriptions', params);
    const add = [{ name: 'terrace', description: 'sunny' }];
    expect((await change({ add, delete: ['balcony'] })).body).toEqual({
      result: 'success',
      msg: '',
      already_subscribed: {},
      subscribed: { [member.user_id]: ['terrace'] },
      removed: ['balcony'],
      not_removed: [],
    });
    expect((await change({ add })).body).toMatchObject({
      subscribed: {},
      already_subscribed: { [member.user_id]: ['terrace'] },
    });
    await create(t.owner, { name: 'safe', invite_only: true });
    expect((await change({ add: [{ name: 'safe' }] })).body).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await change({ add: [], delete: [] })).status).toBe(400);
  });
});
