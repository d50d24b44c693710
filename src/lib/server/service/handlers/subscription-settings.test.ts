import { beforeEach, describe, expect, it } from 'vitest';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';

const t = withService();
let me: AccountWithKey;
let open: { id: number; name: string };

beforeEach(async () => {
  me = await t.addUser();
  open = await addChannel(t, {}, [me]);
});

type Setting = { stream_id?: unknown; property?: unknown; value?: unknown };
const set = (...subscription_data: Setting[]) =>
  t.call(me, 'POST', '/users/me/subscriptions/properties', {
    subscription_data: subscription_data.map((each) => ({ stream_id: open.id, ...each })),
  });
const own = async () => {
  const { body } = await t.call(me, 'GET', '/users/me/subscriptions');
  return (body['subscriptions'] as Record<string, unknown>[])[0]!;
};
const updateEvent = (property: string, value: unknown) => ({
  type: 'subscription',
  op: 'update',
  stream_id: open.id,
  property,
  value,
});

describe('updateSubscriptionSettings', () => {
  it.each([
    ['pin_to_top', true],
    ['desktop_notifications', true],
    ['audible_notifications', false],
    ['push_notifications', true],
    ['email_notifications', false],
    ['wildcard_mentions_notify', false],
  ])('saves %s, and announces a change once', async (property, value) => {
    const queue = await openQueue(t, me, { event_types: ['subscription'] });
    expect((await set({ property, value })).body).toEqual({ result: 'success', msg: '' });
    await set({ property, value });
    expect((await own())[property]).toBe(value);
    expect(await queue.events()).toEqual([updateEvent(property, value)]);
  });

  it('mutes a channel by either name, and announces both', async () => {
    const queue = await openQueue(t, me, { event_types: ['subscription'] });
    await set({ property: 'is_muted', value: true });
    expect(await own()).toMatchObject({ is_muted: true, in_home_view: false });
    await set({ property: 'in_home_view', value: true });
    expect(await own()).toMatchObject({ is_muted: false, in_home_view: true });
    expect(await queue.events()).toEqual([
      updateEvent('in_home_view', false),
      updateEvent('is_muted', true),
      updateEvent('in_home_view', true),
      updateEvent('is_muted', false),
    ]);
  });

  it.each([
    ['#a1b2c3', '#a1b2c3'],
    ['#A1B2C3', '#a1b2c3'],
    ['#fa0', '#ffaa00'],
    ['#FA0', '#ffaa00'],
  ])('accepts the color %s', async (value, kept) => {
    await set({ property: 'color', value });
    expect((await own())['color']).toBe(kept);
  });

  it.each([
    'red',
    '#12',
    '#1234',
    '#12345',
    '#1234567',
    '#gggggg',
    '123456',
    '',
    ' #123456',
    '#123456\n',
    true,
    null,
    5,
  ])('refuses the color %j', async (value) => {
    const reply = await set({ property: 'color', value });
    expect(reply.body).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
    expect((await own())['color']).toBe('#76ce90');
  });

  it.each<[Setting]>([
    [{ property: 'is_muted', value: 'true' }],
    [{ property: 'is_muted', value: 1 }],
    [{ property: 'push_notifications', value: null }],
    [{ property: 'push_notifications' }],
    [{ property: 'role', value: true }],
    [{ property: '__proto__', value: true }],
    [{ value: true }],
    [{ stream_id: 999_999, property: 'is_muted', value: true }],
    [{ stream_id: 9e15, property: 'is_muted', value: true }],
    [{ stream_id: '1', property: 'is_muted', value: true }],
  ])('refuses %j', async (setting) => {
    const reply = await set(setting);
    expect(reply.body).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
  });

  it('changes all or nothing', async () => {
    const queue = await openQueue(t, me, { event_types: ['subscription'] });
    const pin = { property: 'pin_to_top', value: true };
    expect((await set(pin, { ...pin, stream_id: 999_999 })).status).toBe(400);
    expect((await own())['pin_to_top']).toBe(false);
    expect(await queue.events()).toEqual([]);
  });

  it('sets many at once; of several for one setting, the last wins', async () => {
    const others = await Promise.all([1, 2, 3].map(() => addChannel(t, {}, [me])));
    const changes = others.map(({ id }) => ({ stream_id: id, property: 'color', value: '#000' }));
    await set(
      ...changes,
      { property: 'color', value: '#111' },
      { property: 'color', value: '#222' },
    );
    const { body } = await t.call(me, 'GET', '/users/me/subscriptions');
    const colors = (body['subscriptions'] as { color: string }[]).map(({ color }) => color);
    expect(colors.toSorted()).toEqual(['#000000', '#000000', '#000000', '#222222']);
    expect((await set()).status).toBe(200);
  });

  it('is only for subscribers, including those of archived channels', async () => {
    const pin = { property: 'pin_to_top', value: true };
    const left = await addChannel(t, {}, [me]);
    await t.call(me, 'DELETE', '/users/me/subscriptions', { subscriptions: [left.name] });
    const never = await addChannel(t);
    const hidden = await addChannel(t, { invite_only: true });
    for (const { id } of [left, never, hidden]) {
      expect((await set({ ...pin, stream_id: id })).status).toBe(400);
    }
    const archived = await addChannel(t, { is_archived: true }, [me]);
    expect((await set({ ...pin, stream_id: archived.id })).status).toBe(200);
  });
});

describe('updateSubscriptionSetting', () => {
  it('does the same for one setting', async () => {
    const path = `/users/me/subscriptions/${open.id}`;
    const patch = (params: Record<string, unknown>) => t.call(me, 'PATCH', path, params);
    expect((await patch({ property: 'color', value: '"#123"' })).status).toBe(200);
    expect((await patch({ property: 'is_muted', value: true })).status).toBe(200);
    expect(await own()).toMatchObject({ color: '#112233', is_muted: true });
    expect((await patch({ property: 'is_muted', value: 'yes' })).status).toBe(400);
    expect((await patch({ property: 'name', value: true })).status).toBe(400);
  });
});

describe('getSubscriptionStatus', () => {
  const status = async (account: AccountWithKey, who: number, where: number) =>
    (await t.call(account, 'GET', `/users/${who}/subscriptions/${where}`)).body;

  it('reports whether a user is subscribed to a channel', async () => {
    const other = await t.addUser();
    expect(await status(other, me.user_id, open.id)).toMatchObject({ is_subscribed: true });
    expect(await status(me, other.user_id, open.id)).toMatchObject({ is_subscribed: false });
    expect(await status(me, me.user_id, open.id)).toMatchObject({ is_subscribed: true });
    await t.call(me, 'DELETE', '/users/me/subscriptions', { subscriptions: [open.name] });
    expect(await status(other, me.user_id, open.id)).toMatchObject({ is_subscribed: false });
  });

  it('reveals nothing that the caller can’t know', async () => {
    const guest = await t.addUser({ role: 600 });
    const hidden = await addChannel(t, { invite_only: true }, [me]);
    const web = await addChannel(t, { is_web_public: true }, [me]);
    const stranger = await t.addUser();
    for (const [account, who, where] of [
      [stranger, me.user_id, hidden.id],
      [guest, me.user_id, open.id],
      [guest, me.user_id, web.id],
      [me, me.user_id, 999_999],
      [me, 999_999, open.id],
      [me, 9e12, open.id],
    ] as const) {
      expect(await status(account, who, where)).toMatchObject({ code: 'BAD_REQUEST' });
    }
    expect(await status(guest, guest.user_id, web.id)).toMatchObject({ is_subscribed: false });
    expect(await status(t.owner, me.user_id, hidden.id)).toMatchObject({ is_subscribed: true });
  });
});
