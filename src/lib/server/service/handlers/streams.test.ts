import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { addChannel, groupId } from '../../../../../tests/support/channels';
import { gatewayNames, openGateways } from '../../../../../tests/support/both-gateways';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';

const t = withService();
let member: AccountWithKey;
let guest: AccountWithKey;
let named: AccountWithKey;
let open: number;
let hidden: number;
let web: number;
let archived: number;
let enterable: number;

beforeAll(async () => {
  member = await t.addUser();
  named = await t.addUser();
  guest = await t.addUser({ role: 600 });
  open = (await addChannel(t, { name: 'open' }, [member])).id;
  hidden = (await addChannel(t, { name: 'hidden', invite_only: true }, [member])).id;
  web = (await addChannel(t, { name: 'web', is_web_public: true })).id;
  archived = (await addChannel(t, { name: 'archived', is_archived: true }, [member])).id;
  const can_subscribe_group = { direct_members: [named.user_id], direct_subgroups: [] };
  const settings = { can_subscribe_group };
  enterable = (await addChannel(t, { name: 'enterable', invite_only: true, settings })).id;
});

interface Channel {
  readonly stream_id: number;
  readonly name: string;
  readonly [key: string]: unknown;
}

async function channels(account: AccountWithKey, params: Record<string, unknown> = {}) {
  const { body } = await t.call(account, 'GET', '/streams', params);
  return body.streams as Channel[];
}
const ids = async (account: AccountWithKey, params?: Record<string, unknown>) =>
  (await channels(account, params)).map(({ stream_id }) => stream_id).filter((id) => id !== 1);

describe('getStreams', () => {
  it('lists public and subscribed channels by name, without archived ones', async () => {
    expect(await ids(member)).toEqual([hidden, open, web]);
    expect(await ids(t.owner)).toEqual([open, web]);
  });

  it('shows guests only their own, unless they request web-public ones', async () => {
    expect(await ids(guest)).toEqual([]);
    expect(await ids(guest, { include_web_public: true })).toEqual([web]);
    expect(await ids(guest, { include_all: true })).toEqual([web]);
  });

  it('adds archived ones on request', async () => {
    expect(await ids(member, { exclude_archived: false })).toEqual([archived, hidden, open, web]);
  });

  it('distinguishes who can see and who can read a private channel', async () => {
    expect(await ids(t.owner, { include_all: true })).toEqual([enterable, hidden, open, web]);
    expect(await ids(t.owner, { include_can_access_content: true })).toEqual([open, web]);
    expect(await ids(named, { include_all: true })).toEqual([enterable, open, web]);
    expect(await ids(named, { include_can_access_content: true })).toContain(enterable);
  });

  it('refuses include_all_active to anyone but administrators', async () => {
    expect((await t.call(member, 'GET', '/streams', { include_all_active: true })).status).toBe(
      400,
    );
    expect(await ids(t.owner, { include_all_active: true })).toContain(hidden);
  });

  it('includes is_default only on request', async () => {
    const [plain] = await channels(member);
    expect(plain).not.toHaveProperty('is_default');
    const general = (await channels(member, { include_default: true })).find(
      (c) => c.stream_id === 1,
    );
    expect(general).toMatchObject({ is_default: true });
  });

  it('derives the old posting policy from the group', async () => {
    for (const [name, policy] of [
      ['role:everyone', 1],
      ['role:administrators', 2],
      ['role:fullmembers', 3],
      ['role:moderators', 4],
      ['role:nobody', 1],
    ] as const) {
      const settings = { can_send_message_group: await groupId(t, name) };
      const { id } = await addChannel(t, { settings });
      const found = (await channels(member)).find(({ stream_id }) => stream_id === id);
      expect(found).toMatchObject({
        stream_post_policy: policy,
        is_announcement_only: policy === 2,
        ...settings,
      });
    }
  });

  it('makes the creator the channel’s administrator if no group is given', async () => {
    const { id } = await addChannel(t, { creator_id: member.user_id });
    const found = (await channels(member)).find(({ stream_id }) => stream_id === id);
    expect(found?.['can_administer_channel_group']).toEqual({
      direct_members: [member.user_id],
      direct_subgroups: [],
    });
  });
});

describe('getStreamTopics', () => {
  const send = (to: number, topic: string) =>
    t.call(member, 'POST', '/messages', { type: 'stream', to, topic, content: 'x' });

  it('lists topics newest first, with one entry for all spellings in the newest one', async () => {
    await send(open, 'Plans');
    await send(open, 'other');
    const { body: last } = await send(open, 'PLANS');
    const { body } = await t.call(member, 'GET', `/users/me/${open}/topics`);
    expect(body.topics).toMatchObject([{ name: 'PLANS', max_id: last['id'] }, { name: 'other' }]);
  });

  it('names the empty topic for clients that can’t show it', async () => {
    await send(hidden, '');
    const topics = async (params = {}) =>
      (await t.call(member, 'GET', `/users/me/${hidden}/topics`, params)).body['topics'];
    expect(await topics()).toMatchObject([{ name: 'general chat' }]);
    expect(await topics({ allow_empty_topic_name: true })).toMatchObject([{ name: '' }]);
  });

  it('lists only received topics if history isn’t public', async () => {
    const late = await t.addUser();
    const { id } = await addChannel(t, { history_public_to_subscribers: false }, [member]);
    await send(id, 'before');
    const { subscriptions } = await import('../db/schema/streams');
    await t.store.db
      .insert(subscriptions)
      .values({ stream_id: id, user_id: late.user_id, color: '#000000' });
    await send(id, 'after');
    const { body } = await t.call(late, 'GET', `/users/me/${id}/topics`);
    expect(body.topics).toMatchObject([{ name: 'after' }]);
  });

  it('counts a topic from its newest received message if history isn’t public', async () => {
    const away = await t.addUser();
    const { id, name } = await addChannel(t, { history_public_to_subscribers: false }, [
      member,
      away,
    ]);
    const { body: received } = await send(id, 'Plans');
    await t.call(away, 'DELETE', '/users/me/subscriptions', { subscriptions: [name] });
    await send(id, 'PLANS');
    await send(id, 'missed');
    await t.call(member, 'POST', '/users/me/subscriptions', {
      ...{ subscriptions: [{ name }], principals: [away.user_id] },
    });
    const { body: newest } = await send(id, 'back');
    const { body } = await t.call(away, 'GET', `/users/me/${id}/topics`);
    expect(body.topics).toMatchObject([
      { name: 'back', max_id: newest['id'] },
      { name: 'Plans', max_id: received['id'] },
    ]);
  });

  it('gives the same error for a missing and an invisible channel', async () => {
    const missing = await t.call(t.owner, 'GET', '/users/me/999999/topics');
    const invisible = await t.call(t.owner, 'GET', `/users/me/${hidden}/topics`);
    expect(invisible.status).toBe(400);
    expect(invisible.body).toEqual(missing.body);
  });
});

describe('getSubscribers', () => {
  it.each(gatewayNames)('lists a channel’s active people by id, by the %s', async (gateway) => {
    const [first, gone] = [await t.addUser(), await t.addUser()];
    const { id } = await addChannel(t, {}, [first, member, gone]);
    const { users } = await import('../db/schema/users');
    await t.store.db.update(users).set({ is_active: false }).where(eq(users.id, gone.user_id));
    const ask = (await openGateways(t, member))[gateway];
    const { body } = await ask('GET', `/streams/${id}/members`);
    expect(body['subscribers']).toEqual([member.user_id, first.user_id]);
  });

  it('returns an empty list for a channel without subscribers', async () => {
    const { body } = await t.call(member, 'GET', `/streams/${web}/members`);
    expect(body['subscribers']).toEqual([]);
  });

  it('shows a private channel’s subscribers to those inside, those who can join, and administrators', async () => {
    const status = async (account: AccountWithKey, id: number) =>
      (await t.call(account, 'GET', `/streams/${id}/members`)).status;
    expect(await status(member, hidden)).toBe(200);
    expect(await status(t.owner, hidden)).toBe(200);
    expect(await status(named, enterable)).toBe(200);
    expect(await status(named, hidden)).toBe(400);
  });

  it('shows guests only the subscribers of their own channels', async () => {
    const { id } = await addChannel(t, { invite_only: true }, [guest]);
    const { body } = await t.call(guest, 'GET', `/streams/${id}/members`);
    expect(body['subscribers']).toEqual([guest.user_id]);
    const refused = await t.call(guest, 'GET', `/streams/${web}/members`);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
  });

  it('gives the same error for a missing and an invisible channel', async () => {
    const missing = await t.call(named, 'GET', '/streams/999999/members');
    const invisible = await t.call(named, 'GET', `/streams/${hidden}/members`);
    expect(invisible.status).toBe(400);
    expect(invisible.body).toEqual(missing.body);
  });
});

describe('getSubscriptions', () => {
  it('lists the user’s own channels, with subscribers on request', async () => {
    const list = async (params = {}) =>
      (await t.call(member, 'GET', '/users/me/subscriptions', params)).body[
        'subscriptions'
      ] as Channel[];
    const plain = await list();
    expect(plain.map(({ stream_id }) => stream_id)).toEqual(expect.arrayContaining([open, hidden]));
    expect(plain[0]).toMatchObject({ color: '#76ce90', is_muted: false, in_home_view: true });
    expect(plain[0]).not.toHaveProperty('subscribers');
    const full = await list({ include_subscribers: 'true' });
    expect(full.find(({ stream_id }) => stream_id === open)).toMatchObject({
      subscribers: [member.user_id],
    });
  });
});
