import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addChannel, groupId, openQueue, setRealm } from '../../../../../tests/support/channels';
import { ownerInput } from '../../../../../tests/support/service';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';

const t = withService();
let admin: AccountWithKey;
let member: AccountWithKey;
let guest: AccountWithKey;

beforeAll(async () => {
  admin = await t.addUser({ role: 200 });
  guest = await t.addUser({ role: 600 });
});
beforeEach(async () => {
  member = await t.addUser();
});

const refusal = (code = 'BAD_REQUEST') => ({ status: 400, body: { code } });
const done = { status: 200, body: { result: 'success' } };
const person = async ({ user_id }: { user_id: number }) =>
  (await t.call(t.owner, 'GET', `/users/${user_id}`)).body['user'] as Record<string, unknown>;
const peopleEvents = async (queue: { events(): Promise<Record<string, unknown>[]> }) =>
  (await queue.events()).filter(({ type }) => type === 'realm_user');

describe('createUser', () => {
  const password = 'nine sails at sea';
  let counter = 0;
  const create = (params: Record<string, unknown> = {}, by = admin) => {
    const email = `new${++counter}@example.org`;
    return t.call(by, 'POST', '/users', { email, full_name: 'Nell New', password, ...params });
  };

  it('creates a member who can sign in, in the default channels, and announces them', async () => {
    const { id: stream_id } = await addChannel(t, { is_default: true }, [guest]);
    await addChannel(t, { is_default: true, is_archived: true });
    const other = await addChannel(t);
    const queue = await openQueue(t, guest);
    const email = 'Nell@Example.org';
    const { status, body } = await create({ email });
    expect(status).toBe(200);
    const user_id = body['user_id'] as number;
    expect(await person({ user_id })).toMatchObject({ full_name: 'Nell New', role: 400, email });
    const username = 'nell@example.org';
    const key = await t.call(null, 'POST', '/fetch_api_key', { username, password });
    const nell = { user_id, email, full_name: '', api_key: key.body['api_key'] as string };
    const { subscriptions } = (await t.call(nell, 'GET', '/users/me/subscriptions')).body;
    const joined = (subscriptions as { stream_id: number }[]).map((own) => own.stream_id);
    expect(joined).toContain(stream_id);
    expect(joined).not.toContain(other.id);
    const events = await queue.events();
    expect(events).toMatchObject([
      { type: 'realm_user', op: 'add', person: { user_id, role: 400, avatar_url: null } },
      { type: 'user_group', op: 'add_members', user_ids: [user_id] },
      { type: 'user_group', op: 'add_members', user_ids: [user_id] },
      { type: 'subscription', op: 'peer_add', stream_ids: [stream_id], user_ids: [user_id] },
    ]);
  });

  it.each([
    ['an address that is none', { email: 'nell' }],
    ['a short name', { full_name: 'N' }],
    ['a name with markup', { full_name: '**Nell**' }],
    ['a weak password', { password: 'password' }],
    ['a short password', { password: 'a9!x' }],
  ])('refuses %s', async (_what, params) => {
    expect(await create(params)).toMatchObject(refusal());
  });

  it('creates an account with the organization’s default settings for new accounts', async () => {
    const path = '/realm/user_settings_defaults';
    await t.call(admin, 'PATCH', path, { enter_sends: true, email_address_visibility: 3 });
    const email = 'settled@example.org';
    const user_id = (await create({ email })).body['user_id'] as number;
    await t.call(admin, 'PATCH', path, { enter_sends: false, email_address_visibility: 1 });
    const key = await t.call(null, 'POST', '/fetch_api_key', { username: email, password });
    const own = { user_id, email, full_name: '', api_key: key.body['api_key'] as string };
    const params = { fetch_event_types: ['user_settings'] };
    const { body } = await t.call(own, 'POST', '/register', params);
    expect(body['user_settings']).toMatchObject({ enter_sends: true, email_address_visibility: 3 });
    const seen = (await t.call(member, 'GET', `/users/${user_id}`)).body['user'];
    expect(seen).toMatchObject({ delivery_email: null });
  });

  it('refuses an email address that is taken, in any spelling', async () => {
    expect(await create({ email: member.email.toUpperCase() })).toMatchObject(refusal());
  });

  it('is for administrators', async () => {
    for (const by of [member, guest]) {
      expect(await create({}, by)).toMatchObject(refusal('UNAUTHORIZED_PRINCIPAL'));
    }
  });
});

describe('updateUser', () => {
  const update = (params: Record<string, unknown>, of = member, by = admin) =>
    t.call(by, 'PATCH', `/users/${of.user_id}`, params);

  it('changes the given values once, and sends events to those who can see the user', async () => {
    const queue = await openQueue(t, guest, { event_types: ['realm_user'] });
    const params = { full_name: ' Mia Member ', role: 300 };
    for (const _time of [1, 2]) expect(await update(params)).toMatchObject(done);
    expect(await person(member)).toMatchObject({ full_name: 'Mia Member', role: 300 });
    const { user_id } = member;
    expect(await queue.events()).toMatchObject([
      { op: 'update', person: { user_id, full_name: 'Mia Member' } },
      { op: 'update', person: { user_id, role: 300 } },
    ]);
    expect(await update({})).toMatchObject(done);
  });

  it('finds users by email address only as far as it is visible', async () => {
    const path = `/users/${member.email.toUpperCase()}`;
    expect(await t.call(admin, 'PATCH', path, { full_name: 'By Address' })).toMatchObject(done);
    expect(await person(member)).toMatchObject({ full_name: 'By Address' });
    await t.call(member, 'PATCH', '/settings', { email_address_visibility: 4 });
    expect(await t.call(admin, 'PATCH', path, { role: 300 })).toMatchObject(refusal());
    const shown = `/users/user${member.user_id}@localhost`;
    expect(await t.call(admin, 'PATCH', shown, { role: 300 })).toMatchObject(done);
  });

  it('is for administrators, and doesn’t reveal users the caller can’t see', async () => {
    const params = { full_name: 'Mine Now' };
    expect(await update(params, admin, member)).toMatchObject(refusal());
    expect(await update(params, member, member)).toMatchObject(refusal());
    await setRealm(t, { can_access_all_users_group: await groupId(t, 'role:members') });
    const unknown = await update(params, { ...member, user_id: 999_999 }, guest);
    expect(await update(params, member, guest)).toEqual(unknown);
    await setRealm(t, {});
  });

  it.each([
    ['a role that is none', { role: 500 }],
    ['a name that is too short', { full_name: 'M' }],
    ['an address that is none', { new_email: 'mia' }],
    ['a field that is not there', { profile_data: [{ id: 999_999, value: 'x' }] }],
  ])('refuses %s, and changes nothing else', async (_what, params) => {
    expect(await update({ full_name: 'Some Other', ...params })).toMatchObject(refusal());
    expect(await person(member)).toMatchObject({ full_name: member.full_name });
  });

  it('lets only owners change owners', async () => {
    const principal = refusal('UNAUTHORIZED_PRINCIPAL');
    expect(await update({ role: 100 })).toMatchObject(principal);
    expect(await update({ role: 200 }, t.owner)).toMatchObject(principal);
    expect(await update({ new_email: 'mine@example.org' }, t.owner)).toMatchObject(principal);
    expect(await update({ role: 100 }, member, t.owner)).toMatchObject(done);
    expect(await update({ role: 400 }, member, t.owner)).toMatchObject(done);
  });

  it('keeps the last owner, whoever sends the request', async () => {
    expect(await update({ role: 200 }, t.owner, t.owner)).toMatchObject(refusal());
    expect(await person(t.owner)).toMatchObject({ role: 100 });
  });

  it('keeps one of two owners who demote each other at the same time', async () => {
    const second = await t.addUser({ role: 100 });
    const replies = await Promise.all([
      update({ role: 400 }, second, t.owner),
      update({ role: 400 }, t.owner, second),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    const left = await person(t.owner);
    if (left['role'] === 100) return;
    expect(await update({ role: 100 }, t.owner, second)).toMatchObject(done);
    expect(await update({ role: 400 }, second, t.owner)).toMatchObject(done);
  });

  it('changes the email address, announced to those who can see it', async () => {
    const queue = await openQueue(t, guest, { event_types: ['realm_user'] });
    const new_email = 'mia@example.org';
    expect(await update({ new_email: admin.email })).toMatchObject(refusal());
    expect(await update({ new_email })).toMatchObject(done);
    expect(await person(member)).toMatchObject({ email: new_email, delivery_email: new_email });
    const { user_id } = member;
    expect(await queue.events()).toMatchObject([
      { person: { user_id, delivery_email: new_email } },
      { person: { user_id, new_email } },
    ]);
    const hidden = await t.addUser({ settings: { email_address_visibility: 3 } });
    expect(await update({ new_email: 'hidden@example.org' }, hidden)).toMatchObject(done);
    expect(await queue.events()).toHaveLength(2);
  });

  it('moves users between the role groups', async () => {
    const queue = await openQueue(t, guest, { event_types: ['user_group'] });
    await update({ role: 300 });
    const user_ids = [member.user_id];
    const groupEvents = (await queue.events()).map(({ op, group_id, user_ids: ids }) => [
      op,
      group_id,
      ids,
    ]);
    expect(groupEvents).toEqual([
      ['remove_members', await groupId(t, 'role:members'), user_ids],
      ['remove_members', await groupId(t, 'role:fullmembers'), user_ids],
      ['add_members', await groupId(t, 'role:moderators'), user_ids],
    ]);
  });

  it('sends events for channels that the user can now see or no longer see', async () => {
    const open = await addChannel(t);
    const mine = await addChannel(t, {}, [member]);
    const closed = await addChannel(t, { invite_only: true });
    const queue = await openQueue(t, member, { event_types: ['stream', 'default_streams'] });
    const eventsOfType = async (wanted: string) =>
      (await queue.events()).filter(({ type }) => type === wanted);
    const ids = async () =>
      (await eventsOfType('stream')).map(({ op, streams }) => [
        op,
        (streams as { stream_id: number }[]).map(({ stream_id }) => stream_id),
      ]);
    await update({ role: 200 }, member, t.owner);
    expect(await ids()).toMatchObject([['create', expect.arrayContaining([closed.id])]]);
    await update({ role: 600 }, member, t.owner);
    const [, lost] = await ids();
    expect(lost).toEqual(['delete', expect.arrayContaining([open.id, closed.id])]);
    expect(lost![1]).not.toContain(mine.id);
    await update({ role: 400 }, member, t.owner);
    const [, , back] = await ids();
    expect(back).toEqual(['create', expect.arrayContaining([open.id])]);
    expect(back![1]).not.toContain(closed.id);
    const defaults = await eventsOfType('default_streams');
    expect(defaults).toMatchObject([
      { default_streams: [] },
      { default_streams: [1, expect.any(Number)] },
    ]);
  });
});

describe('deactivating', () => {
  const deactivate = (of: { user_id: number }, by = admin) =>
    t.call(by, 'DELETE', `/users/${of.user_id}`);

  it('ends the user’s sessions and queues, and deactivates their bots', async () => {
    const bot = await t.addUser({ is_bot: true, bot_type: 1, bot_owner_id: member.user_id });
    const { id: queue_id } = await openQueue(t, member);
    const session = await t.service.openSession(member);
    const poll = t.call(member, 'GET', '/events', { queue_id, last_event_id: -1 });
    expect(await deactivate(member)).toMatchObject(done);
    await poll;
    expect(await t.service.hasSession(session)).toBe(false);
    for (const account of [member, bot]) {
      expect((await t.call(account, 'GET', '/users/me')).status).toBe(401);
      expect(await person(account)).toMatchObject({ is_active: false });
    }
    expect(await t.call(admin, 'POST', `/users/${member.user_id}/reactivate`)).toMatchObject(done);
    expect((await t.call(member, 'GET', '/users/me')).status).toBe(200);
    expect(await person(bot)).toMatchObject({ is_active: false });
  });

  it('revokes the user’s invitations', async () => {
    const inviter = await t.addUser({ role: 200 });
    expect(await t.call(inviter, 'POST', '/invites/multiuse')).toMatchObject(done);
    const queue = await openQueue(t, t.owner, { event_types: ['invites_changed'] });
    const invites = async () => (await t.call(t.owner, 'GET', '/invites')).body['invites'];
    expect(await invites()).toMatchObject([{ invited_by_user_id: inviter.user_id }]);
    expect(await deactivate(inviter)).toMatchObject(done);
    expect(await invites()).toEqual([]);
    expect(await queue.events()).toHaveLength(1);
  });

  it('is announced with the groups and channels that list the user, and so is reactivation', async () => {
    const open = await addChannel(t, {}, [member, guest]);
    const closed = await addChannel(t, { invite_only: true }, [member]);
    const others = await addChannel(t, {}, [member]);
    const { body } = await t.call(t.owner, 'POST', '/register', {
      fetch_event_types: ['realm_user_groups'],
    });
    const groups = body['realm_user_groups'] as { id: number; members: number[] }[];
    const listed = groups.filter(({ members }) => members.includes(member.user_id)).length;
    const queues = [await openQueue(t, guest), await openQueue(t, admin)];
    const path = `/users/${member.user_id}`;
    await t.call(admin, 'DELETE', path);
    await t.call(admin, 'POST', `${path}/reactivate`);
    const [asGuest, asAdmin] = [await queues[0]!.events(), await queues[1]!.events()];
    const of = (events: Record<string, unknown>[], type: string) =>
      events.filter((event) => event['type'] === type);
    expect(of(asGuest, 'realm_user')).toMatchObject([
      { op: 'update', person: { user_id: member.user_id, is_active: false } },
      { op: 'update', person: { user_id: member.user_id, is_active: true } },
    ]);
    expect(of(asGuest, 'user_group').map(({ op }) => op)).toEqual([
      ...Array<string>(listed).fill('remove_members'),
      ...Array<string>(listed).fill('add_members'),
    ]);
    const channels = (events: Record<string, unknown>[], op: string) =>
      of(events, 'subscription')
        .filter((event) => event['op'] === op)
        .flatMap(({ stream_ids }) => stream_ids as number[])
        .sort((a, b) => a - b);
    for (const op of ['peer_remove', 'peer_add']) {
      expect(channels(asGuest, op)).toEqual([open.id]);
      expect(channels(asAdmin, op)).toEqual([open.id, closed.id, others.id]);
    }
  });

  it('is for administrators, and for owners if the user is an owner', async () => {
    expect(await deactivate(guest, member)).toMatchObject(refusal());
    expect(await deactivate(member, member)).toMatchObject(refusal());
    expect(await deactivate(t.owner)).toMatchObject(refusal('UNAUTHORIZED_PRINCIPAL'));
    const second = await t.addUser({ role: 100 });
    expect(await deactivate(second, t.owner)).toMatchObject(done);
    expect(await deactivate(t.owner, t.owner)).toMatchObject(refusal());
  });

  it('refuses deactivated users, bots and unknown ids', async () => {
    const bot = await t.addUser({ is_bot: true, bot_type: 1 });
    await deactivate(member);
    for (const of of [member, bot, { user_id: 999_999 }]) {
      expect(await deactivate(of)).toMatchObject(refusal());
    }
  });

  it('of one’s own account is open to everyone but the last owner', async () => {
    const reply = await t.call(t.owner, 'DELETE', '/users/me');
    expect(reply).toMatchObject(refusal('CANNOT_DEACTIVATE_LAST_USER'));
    expect(reply.body).toMatchObject({ is_last_owner: true, entity: 'organization owner' });
    const own = await t.addUser({ role: 600 });
    expect(await t.call(own, 'DELETE', '/users/me')).toMatchObject(done);
    expect((await t.call(own, 'GET', '/users/me')).status).toBe(401);
    const bot = await t.addUser({ is_bot: true, bot_type: 1 });
    expect(await t.call(bot, 'DELETE', '/users/me')).toMatchObject(refusal());
  });

  it('keeps one of two owners who deactivate themselves at the same time', async () => {
    const second = await t.addUser({ role: 100 });
    const replies = await Promise.all(
      [t.owner, second].map((own) => t.call(own, 'DELETE', '/users/me')),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    if ((await t.call(t.owner, 'GET', '/users/me')).status === 200) return;
    await t.call(second, 'POST', `/users/${t.owner.user_id}/reactivate`);
    const { password } = ownerInput;
    const key = { username: t.owner.email, password };
    const { api_key } = (await t.call(null, 'POST', '/fetch_api_key', key)).body;
    Object.assign(t.owner, { api_key });
  });

  it('can be undone only by administrators, and only once', async () => {
    const gone = await t.addUser({ is_active: false });
    const reactivate = (by: AccountWithKey) =>
      t.call(by, 'POST', `/users/${gone.user_id}/reactivate`);
    expect(await reactivate(member)).toMatchObject(refusal());
    const queue = await openQueue(t, guest, { event_types: ['realm_user'] });
    for (const _time of [1, 2]) expect(await reactivate(admin)).toMatchObject(done);
    expect(await peopleEvents(queue)).toHaveLength(1);
  });
});

it('is recorded in the audit log', async () => {
  const path = `/users/${member.user_id}`;
  await t.call(admin, 'PATCH', path, { role: 300, full_name: 'Mia Member' });
  await t.call(admin, 'DELETE', path);
  const { user_id } = member;
  const { body } = await t.call(admin, 'GET', '/audit_log', { user_id });
  expect(body['entries']).toMatchObject([
    { action: 'user.deactivated', modified_user_id: user_id },
    { action: 'user.role_changed', before: { role: 400 }, after: { role: 300 } },
    { action: 'user.renamed', after: { full_name: 'Mia Member' } },
  ]);
});
