import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addChannel, groupId, openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { subscriptions } from '../db/schema/streams';
import type { AccountWithKey } from '../service';

const t = withService();
let administrator: AccountWithKey;
let guest: AccountWithKey;
let me: AccountWithKey;
let other: AccountWithKey;
let open: { id: number; name: string };
let closed: { id: number; name: string };

beforeAll(async () => {
  administrator = await t.addUser({ role: 200 });
});
beforeEach(async () => {
  me = await t.addUser();
  other = await t.addUser();
  guest = await t.addUser({ role: 600 });
  open = await addChannel(t, {}, [me, other, guest]);
  closed = await addChannel(t, { invite_only: true }, [me, other, guest]);
});

const path = '/users/me/subscriptions';
const leave = (account: AccountWithKey, names: unknown, principals?: unknown) =>
  t.call(account, 'DELETE', path, {
    subscriptions: names,
    ...(principals !== undefined && { principals }),
  });
const isIn = async ({ user_id }: AccountWithKey, { id }: { id: number }) => {
  const [row] = await t.store.db
    .select({ active: subscriptions.active })
    .from(subscriptions)
    .where(and(eq(subscriptions.user_id, user_id), eq(subscriptions.stream_id, id)));
  return row?.active ?? false;
};
const only = (account: AccountWithKey) => ({
  direct_members: [account.user_id],
  direct_subgroups: [],
});
const queueOf = (account: AccountWithKey, more: Record<string, unknown> = {}) =>
  openQueue(t, account, { event_types: ['subscription', 'stream'], ...more });

describe('unsubscribe', () => {
  it('unsubscribes the caller, and lists the channels they weren’t in', async () => {
    const elsewhere = await addChannel(t);
    const { body } = await leave(me, [` ${open.name.toUpperCase()} `, elsewhere.name, open.name]);
    expect(body).toMatchObject({ removed: [open.name], not_removed: [elsewhere.name] });
    expect(await isIn(me, open)).toBe(false);
    expect(await isIn(other, open)).toBe(true);
    const again = await leave(me, [open.name]);
    expect(again.body).toMatchObject({ removed: [], not_removed: [open.name] });
  });

  it('gives the same error for a missing and a hidden channel, with the given name', async () => {
    const hidden = await addChannel(t, { invite_only: true }, [other]);
    for (const name of ['no such channel', hidden.name]) {
      const reply = await leave(me, [open.name, name]);
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', stream: name });
    }
    expect(await isIn(me, open)).toBe(true);
    const unseen = await leave(guest, [(await addChannel(t)).name]);
    expect(unseen.body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST' });
  });

  it.each([[[]], ['general'], [[1]], [{}], ['["a"'], [[['a']]]])(
    'refuses %j or does nothing',
    async (names) => {
      const reply = await leave(me, names);
      expect(reply.status).toBe(Array.isArray(names) && names.length === 0 ? 200 : 400);
      expect(await isIn(me, open)).toBe(true);
    },
  );

  it('keeps a user’s settings for when they come back', async () => {
    await t.store.db
      .update(subscriptions)
      .set({ color: '#123456', is_muted: true })
      .where(eq(subscriptions.user_id, me.user_id));
    await leave(me, [open.name]);
    const { body } = await t.call(me, 'POST', '/register', { fetch_event_types: ['subscription'] });
    expect(body['unsubscribed']).toMatchObject([
      { stream_id: open.id, color: '#123456', is_muted: true },
    ]);
  });

  it('also works for an archived channel', async () => {
    const archived = await addChannel(t, { is_archived: true }, [me]);
    const modern = await queueOf(me, {
      client_capabilities: { notification_settings_null: true, archived_channels: true },
    });
    const old = await queueOf(me);
    expect((await leave(me, [archived.name])).body).toMatchObject({ removed: [archived.name] });
    expect(await modern.events()).toMatchObject([{ op: 'remove' }]);
    expect(await old.events()).toEqual([]);
  });
});

describe('removing others', () => {
  it('is for administrators, channel administrators, and the group of its setting', async () => {
    const ids = [other.user_id];
    expect((await leave(me, [open.name], ids)).body).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await isIn(other, open)).toBe(true);
    for (const name of ['can_remove_subscribers_group', 'can_administer_channel_group']) {
      const channel = await addChannel(t, { settings: { [name]: only(me) } }, [other]);
      expect((await leave(me, [channel.name], ids)).body).toMatchObject({
        removed: [channel.name],
        not_removed: [],
      });
    }
    const members = { can_remove_subscribers_group: await groupId(t, 'role:members') };
    const free = await addChannel(t, { settings: members }, [other, guest]);
    expect((await leave(guest, [free.name], ids)).status).toBe(400);
    expect((await leave(me, [free.name], ids)).status).toBe(200);
    expect((await leave(administrator, [closed.name, open.name], ids)).body).toMatchObject({
      removed: [closed.name, open.name],
    });
  });

  it('works for the caller’s own bots, and no others', async () => {
    const bot = { is_bot: true, bot_type: 1 };
    const own = await t.addUser({ ...bot, bot_owner_id: me.user_id });
    const foreign = await t.addUser({ ...bot, bot_owner_id: other.user_id });
    const channel = await addChannel(t, {}, [own, foreign]);
    expect((await leave(me, [channel.name], [foreign.user_id])).status).toBe(400);
    expect((await leave(me, [channel.name], [own.user_id, foreign.user_id])).status).toBe(400);
    expect((await leave(me, [channel.name], [own.user_id])).status).toBe(200);
    expect([await isIn(own, channel), await isIn(foreign, channel)]).toEqual([false, true]);
  });

  it('accepts people by id or email address, each once', async () => {
    const { body } = await leave(administrator, [open.name], [other.email.toUpperCase(), me.email]);
    expect(body).toMatchObject({ removed: [open.name], not_removed: [] });
    const mixed = await leave(administrator, [open.name], [me.user_id, other.user_id, me.user_id]);
    expect(mixed.body).toMatchObject({ removed: [], not_removed: [open.name] });
  });

  it('lists a channel in both results if only some people were in it', async () => {
    const outside = await t.addUser();
    const { body } = await leave(administrator, [open.name], [me.user_id, outside.user_id]);
    expect(body).toMatchObject({ removed: [open.name], not_removed: [open.name] });
  });

  it('refuses unknown, deactivated and invalid people', async () => {
    const gone = await t.addUser({ is_active: false });
    const wrong = [[9_999_999], [gone.user_id], ['nobody@example.org'], [0], [1, 'x'], [9e15], 1];
    for (const principals of wrong) {
      const reply = await leave(administrator, [open.name], principals);
      expect(reply.status, JSON.stringify(principals)).toBe(400);
      expect(reply.body.code).toBe('BAD_REQUEST');
    }
  });

  it('is recorded in the audit log; leaving isn’t', async () => {
    await leave(me, [open.name]);
    await leave(administrator, [open.name], [other.user_id]);
    const { body } = await t.call(t.owner, 'GET', '/audit_log', { num: 2 });
    const entries = body['entries'] as Record<string, unknown>[];
    expect(entries[0]).toMatchObject({
      action: 'channel.subscribers_removed',
      acting_user_id: administrator.user_id,
      modified_stream_id: open.id,
      before: { user_ids: [other.user_id] },
    });
    expect(entries[1]?.['acting_user_id']).not.toBe(me.user_id);
  });
});

describe('events', () => {
  const gone = (channel: { id: number; name: string }) => ({
    type: 'subscription',
    op: 'remove',
    subscriptions: [{ stream_id: channel.id, name: channel.name }],
  });
  const hidden = (channel: { id: number }) => ({
    type: 'stream',
    op: 'delete',
    streams: [{ stream_id: channel.id }],
    stream_ids: [channel.id],
  });
  const peers = (channel: { id: number }, ...accounts: AccountWithKey[]) => ({
    type: 'subscription',
    op: 'peer_remove',
    stream_ids: [channel.id],
    user_ids: accounts.map(({ user_id }) => user_id),
  });

  it('of a public channel: members still see it, guests only if subscribed', async () => {
    const outside = await t.addUser({ role: 600 });
    const inside = await t.addUser({ role: 600 });
    await t.store.db
      .insert(subscriptions)
      .values({ stream_id: open.id, user_id: inside.user_id, color: '#76ce90' });
    const ones = [me, guest, other, t.owner, inside, outside];
    const queues = await Promise.all(ones.map((account) => queueOf(account)));
    await leave(administrator, [open.name], [me.user_id, guest.user_id]);
    expect(await Promise.all(queues.map((queue) => queue.events()))).toEqual([
      [gone(open), peers(open, guest)],
      [gone(open), hidden(open)],
      [peers(open, me, guest)],
      [peers(open, me, guest)],
      [peers(open, me, guest)],
      [],
    ]);
  });

  it('of a private channel: only subscribers, administrators, and those its settings let in', async () => {
    const stranger = await t.addUser();
    const named = await t.addUser();
    const channel = await addChannel(
      t,
      { invite_only: true, settings: { can_subscribe_group: only(named) } },
      [me, other, named],
    );
    const ones = [me, other, administrator, named, stranger];
    const queues = await Promise.all(ones.map((account) => queueOf(account)));
    await leave(me, [channel.name]);
    await leave(named, [channel.name]);
    await leave(other, [channel.name]);
    expect(await Promise.all(queues.map((queue) => queue.events()))).toEqual([
      [gone(channel), hidden(channel)],
      [peers(channel, me), peers(channel, named), gone(channel), hidden(channel)],
      [peers(channel, me), peers(channel, named), peers(channel, other)],
      [peers(channel, me), gone(channel), peers(channel, other)],
      [],
    ]);
  });

  it('are one per user who leaves several channels, and one for those who see it', async () => {
    const second = await addChannel(t, {}, [me]);
    const third = await addChannel(t, {}, [me]);
    const [mine, theirs] = [await queueOf(me), await queueOf(other)];
    await leave(me, [third.name, second.name]);
    expect(await mine.events()).toEqual([
      {
        type: 'subscription',
        op: 'remove',
        subscriptions: [second, third].map(({ id, name }) => ({ stream_id: id, name })),
      },
    ]);
    expect(await theirs.events()).toEqual([
      { ...peers(second, me), stream_ids: [second.id, third.id] },
    ]);
  });

  it('aren’t sent if no one was subscribed', async () => {
    const empty = await addChannel(t);
    const queue = await queueOf(t.owner);
    await leave(administrator, [empty.name], [me.user_id]);
    expect(await queue.events()).toEqual([]);
  });

  it('of the channel stop for users who left', async () => {
    const types = ['message', 'typing', 'update_message', 'delete_message', 'reaction', 'stream'];
    for (const channel of [closed, open]) {
      const topic = { type: 'stream', to: channel.id, topic: 'x' };
      const { body } = await t.call(me, 'POST', '/messages', { ...topic, content: 'before' });
      await leave(me, [channel.name]);
      await leave(guest, [channel.name]);
      const queues = [
        await openQueue(t, guest, { event_types: types }),
        await openQueue(t, me, { event_types: channel === closed ? types : ['message', 'typing'] }),
      ];
      await t.call(other, 'POST', '/messages', { ...topic, content: 'after' });
      await t.call(other, 'POST', '/typing', { ...topic, stream_id: channel.id, op: 'start' });
      const message = `/messages/${String(body['id'])}`;
      await t.call(other, 'POST', `${message}/reactions`, { emoji_name: 'tada' });
      await t.call(t.owner, 'PATCH', message, { topic: 'y' });
      await t.call(t.owner, 'DELETE', message);
      await t.call(t.owner, 'DELETE', `/streams/${channel.id}`);
      for (const queue of queues) expect(await queue.events()).toEqual([]);
    }
  });
});

describe('updateSubscriptions', () => {
  const update = (params: Record<string, unknown>) => t.call(me, 'PATCH', path, params);

  it('unsubscribes from the channels in `delete`', async () => {
    const { body } = await update({ delete: [open.name] });
    expect(body).toMatchObject({ removed: [open.name], not_removed: [] });
    expect(await isIn(me, open)).toBe(false);
  });

  it.each([[{}], [{ delete: [] }], [{ delete: 'general' }], [{ delete: ['no such channel'] }]])(
    'refuses %j',
    async (params) => {
      expect((await update(params)).status).toBe(400);
    },
  );
});
