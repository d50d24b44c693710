import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { addChannel, groupId, openQueue, setRealm } from '../../../../../tests/support/channels';
import { startTestService } from '../../../../../tests/support/service';
import { withService } from '../../../../../tests/support/with-service';
import { subscriptions } from '../db/schema/streams';
import { userGroupMembers, userGroups } from '../db/schema/groups';
import { invitations } from '../db/schema/invitations';
import { users } from '../db/schema/users';

const t = withService();
beforeEach(() => t.store.db.delete(invitations));

type Params = Record<string, unknown>;
let count = 0;
const anEmail = () => `newcomer${++count}@example.org`;
const pathOf = (link: unknown) => new URL(String(link)).pathname.replace(/\/$/, '');

async function aLink(params: Params = {}): Promise<string> {
  const { body } = await t.call(t.owner, 'POST', '/invites/multiuse', params);
  return pathOf(body['invite_link']);
}
async function aMail(email: string, params: Params = {}, by = t.owner): Promise<string> {
  await t.call(by, 'POST', '/invites', { invitee_emails: email, stream_ids: [], ...params });
  const [row] = await t.store.db.select().from(invitations).where(eq(invitations.email, email));
  return `/join/${row!.key}`;
}
const describe = (path: string) => t.call(null, 'GET', path);
const newcomer = { full_name: 'Nora New', password: 'seven green lamps' };
const join = (path: string, params: Params = {}) =>
  t.call(null, 'POST', path, { ...newcomer, email: anEmail(), ...params });
const signIn = (username: unknown, password = newcomer.password) =>
  t.call(null, 'POST', '/fetch_api_key', { username, password });

it('a link shows where it leads, and who sent it', async () => {
  const { status, body } = await describe(await aLink({ invite_as: 300 }));
  expect(status).toBe(200);
  expect(body).toEqual({
    result: 'success',
    msg: '',
    state: 'open',
    organization: 'Test organization',
    inviter: 'Olga Owner',
    invited_as: 300,
    email: null,
    confirms_email: false,
  });
  const mail = await describe(await aMail('ann@example.org'));
  expect(mail.body).toMatchObject({ state: 'open', email: 'ann@example.org' });
  for (const reply of [await describe('/join/nothing'), await join('/join/nothing')]) {
    expect(reply).toMatchObject({ status: 404, body: { code: 'BAD_REQUEST' } });
  }
});

it('creates an account that can sign in, with role, time zone, channels and groups', async () => {
  const invited = (await addChannel(t, { invite_only: true }, [t.owner])).id;
  const standard = (await addChannel(t, { is_default: true }, [t.owner])).id;
  const other = (await addChannel(t, {}, [t.owner])).id;
  const [group] = await t.store.db
    .insert(userGroups)
    .values({ realm_id: 1, name: 'Welcome', creator_id: t.owner.user_id })
    .returning();
  const path = await aLink({
    invite_as: 600,
    stream_ids: [invited],
    group_ids: [group!.id],
    include_realm_default_subscriptions: true,
  });
  const queue = await openQueue(t, t.owner, {
    event_types: ['realm_user', 'subscription', 'user_group'],
  });
  const email = anEmail();
  const { body } = await join(path, { email, timezone: 'Europe/Oslo' });
  const user_id = Number(body['user_id']);
  expect(body).toEqual({ result: 'success', msg: '', user_id, email });
  const key = (await signIn(email)).body;
  expect(key['user_id']).toBe(user_id);
  const me = { user_id, email, full_name: 'Nora New', api_key: String(key['api_key']) };
  expect((await t.call(me, 'GET', '/users/me')).body).toMatchObject({
    role: 600,
    timezone: 'Europe/Oslo',
    full_name: 'Nora New',
    delivery_email: email,
  });
  const own = await t.store.db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.user_id, user_id));
  const ids = own.map(({ stream_id }) => stream_id);
  expect(ids).toEqual(expect.arrayContaining([invited, standard]));
  expect(ids).not.toContain(other);
  const members = await t.store.db
    .select()
    .from(userGroupMembers)
    .where(eq(userGroupMembers.user_id, user_id));
  expect(members).toEqual([{ group_id: group!.id, user_id }]);
  const events = await queue.events();
  expect(events).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ type: 'realm_user', op: 'add' }),
      expect.objectContaining({ type: 'user_group', group_id: group!.id, user_ids: [user_id] }),
    ]),
  );
  const peers = events.filter(({ op }) => op === 'peer_add').flatMap((e) => e['stream_ids']);
  expect(peers).toEqual(expect.arrayContaining([invited, standard]));
});

it.each<[what: string, own: Params, ofRealm: string, told: string | null]>([
  ['its own text', { welcome_message_custom_text: 'Ask *Olga*.' }, 'Read this.', 'Ask *Olga*.'],
  ['the organization’s', {}, 'Read this.', 'Read this.'],
  ['none', { welcome_message_custom_text: '' }, 'Read this.', null],
])('greets with %s', async (_what, own, ofRealm, greeting) => {
  await setRealm(t, { welcome_message_custom_text: ofRealm });
  const { body } = await join(await aLink(own));
  const key = (await signIn(body['email'])).body;
  const me = { ...t.owner, email: String(body['email']), api_key: String(key['api_key']) };
  const read = await t.call(me, 'GET', '/messages', {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    apply_markdown: false,
  });
  const [first, ...more] = read.body['messages'] as { content: string }[];
  expect(more).toEqual([]);
  expect(first!.content).toContain('Test organization');
  if (greeting === null) expect(first!.content).not.toContain('Read this.');
  else expect(first!.content.endsWith(greeting)).toBe(true);
  await setRealm(t, {});
});

it('starts with the organization’s default settings for new accounts', async () => {
  const path = '/realm/user_settings_defaults';
  await t.call(t.owner, 'PATCH', path, { enter_sends: true });
  const { body } = await join(await aLink());
  await t.call(t.owner, 'PATCH', path, { enter_sends: false });
  const [row] = await t.store.db
    .select()
    .from(users)
    .where(eq(users.id, body['user_id'] as number));
  expect(row!.settings).toMatchObject({ enter_sends: true });
});

it('lets many join by a link, and one by an email, with any address', async () => {
  const link = await aLink();
  for (const _one of [1, 2]) expect((await join(link)).status).toBe(200);
  const inviter = await t.addUser();
  const queue = await openQueue(t, inviter, { event_types: ['message', 'invites_changed'] });
  const mail = await aMail('bea@example.org', {}, inviter);
  const again = await aMail('BEA@example.org', {}, t.owner);
  const { body } = await join(mail, { email: 'other@example.org' });
  expect(body['email']).toBe('bea@example.org');
  for (const path of [mail, again]) {
    expect((await describe(path)).body).toMatchObject({ state: 'used' });
    expect((await join(path)).body).toMatchObject({ code: 'INVITATION_CLOSED', state: 'used' });
  }
  const events = await queue.events();
  expect(events.filter(({ type }) => type === 'message')).toMatchObject([
    { message: { sender_full_name: 'Notification Bot', display_recipient: expect.anything() } },
  ]);
  const { body: left } = await t.call(t.owner, 'GET', '/invites');
  expect((left['invites'] as Params[]).map(({ is_multiuse }) => is_multiuse)).toEqual([true]);
});

it('distinguishes an expired invitation from a revoked one', async () => {
  const ended = await aLink({ invite_expires_in_minutes: 1 });
  const backed = await aLink();
  const { body } = await t.call(t.owner, 'GET', '/invites');
  const [, second] = body['invites'] as { id: number }[];
  await t.call(t.owner, 'DELETE', `/invites/multiuse/${second!.id}`);
  t.clock.advance(60_000);
  const inviter = await t.addUser({ role: 200 });
  const orphan = await aMail('cleo@example.org', {}, inviter);
  await t.store.db.update(users).set({ is_active: false }).where(eq(users.id, inviter.user_id));
  for (const [path, state] of [
    [ended, 'expired'],
    [backed, 'revoked'],
    [orphan, 'revoked'],
  ] as const) {
    expect((await describe(path)).body).toMatchObject({ state });
    expect(await join(path)).toMatchObject({
      status: 400,
      body: { code: 'INVITATION_CLOSED', state },
    });
  }
});

it.each<[what: string, params: Params]>([
  ['an address that somebody has', { email: 'olga@EXAMPLE.org' }],
  ['what is no address', { email: 'nora' }],
  ['a name of one letter', { full_name: 'N' }],
  ['a name with signs', { full_name: '@**all**' }],
  ['a short password', { password: 'abc' }],
  ['a weak password', { password: 'password1' }],
  ['a long password', { password: 'xY3 '.repeat(26) }],
  ['a zone of no kind', { timezone: 'Middle/Earth' }],
])('refuses %s, and makes nobody', async (_what, params) => {
  const before = await t.store.db.select({ id: users.id }).from(users);
  const reply = await join(await aLink(), params);
  expect(reply).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  expect(await t.store.db.select({ id: users.id }).from(users)).toHaveLength(before.length);
});

it('needs a name, a password and, for a link, an email address', async () => {
  const path = await aLink();
  for (const var_name of ['full_name', 'password', 'email']) {
    const { [var_name]: _left, ...rest } = { ...newcomer, email: anEmail() } as Params;
    const { body } = await t.call(null, 'POST', path, rest);
    expect(body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name });
  }
});

it('skips channels and groups that no longer exist', async () => {
  const channel = (await addChannel(t, {}, [t.owner])).id;
  const path = await aLink({ stream_ids: [channel] });
  await t.call(t.owner, 'DELETE', `/streams/${channel}`);
  const { status, body } = await join(path);
  expect(status).toBe(200);
  const own = await t.store.db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.user_id, Number(body['user_id'])));
  expect(own).toEqual([]);
});

it('limits attempts to guess links', async () => {
  const limited = await startTestService({ rateLimits: { perUser: 200, perAddress: 3 } });
  const statuses: number[] = [];
  for (let i = 0; i < 4; i++) {
    statuses.push((await limited.call(null, 'GET', `/join/${'x'.repeat(23)}${i}`)).status);
  }
  expect(statuses).toEqual([404, 404, 404, 429]);
  await limited.service.close();
});

it('isn’t blocked by visibility settings', async () => {
  await setRealm(t, { can_access_all_users_group: await groupId(t, 'role:members') });
  expect((await join(await aLink())).status).toBe(200);
  await setRealm(t, {});
});
