import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openQueue } from '../../../../../tests/support/channels';
import { startTestService, type TestService } from '../../../../../tests/support/service';
import { startSmtp } from '../../../../../tests/support/smtp';
import { invitations } from '../db/schema/invitations';
import { users } from '../db/schema/users';
import type { AccountWithKey } from '../service';

let t: TestService;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let member: AccountWithKey;
beforeAll(async () => {
  smtp = await startSmtp();
  t = await startTestService({ mail: { url: smtp.url, from: 'inkwell@example.org' } });
  member = await t.addUser();
});
afterAll(async () => {
  await t.service.close();
  await smtp.close();
});
beforeEach(() => t.store.db.delete(invitations));

const send = (invitee_emails: string, params: Record<string, unknown> = {}, by = member) =>
  t.call(by, 'POST', '/invites', { invitee_emails, stream_ids: [], ...params });
const list = async (by = t.owner) => {
  const { body } = await t.call(by, 'GET', '/invites');
  return body['invites'] as Record<string, unknown>[];
};
const bad = { status: 400, body: { code: 'BAD_REQUEST' } };
/** Emails of other tests can still arrive. */
const lettersTo = (email: string) => smtp.letters.filter(({ to }) => to.includes(email));
const until = (count: number, email: string) =>
  expect.poll(() => lettersTo(email)).toHaveLength(count);

it('go to each address, once, and are listed', async () => {
  const queue = await openQueue(t, t.owner, { event_types: ['invites_changed'] });
  const { body } = await send('ann@example.org, Ben <ben@example.org>\nann@example.org,,', {
    notify_referrer_on_join: false,
  });
  expect(body).toEqual({ result: 'success', msg: '' });
  const invited = Math.floor(t.clock.now() / 1000);
  const common = {
    id: expect.any(Number),
    invited_by_user_id: member.user_id,
    invited,
    invited_as: 400,
    expiry_date: invited + 864_000,
    is_multiuse: false,
    notify_referrer_on_join: false,
  };
  expect(await list()).toEqual([
    { ...common, email: 'ann@example.org' },
    { ...common, email: 'ben@example.org' },
  ]);
  expect(await queue.events()).toEqual([{ type: 'invites_changed' }]);
  const rows = await t.store.db.select().from(invitations);
  for (const { email, key } of rows) {
    await until(1, email!);
    const letter = lettersTo(email!)[0]!;
    expect(letter.to).toEqual([email]);
    expect(letter.data).toContain(`/join/${key}/`);
    expect(letter.data).toContain(member.full_name);
  }
});

it('don’t go to an account whose capitals the database folds in its own way', async () => {
  const { user_id } = await t.addUser();
  for (const email of ['ÉLODIE@example.org', 'ΩΜΕΓΑ@example.org']) {
    await t.store.db.update(users).set({ delivery_email: email }).where(eq(users.id, user_id));
    expect((await send(email)).body).toMatchObject({
      code: 'INVITATION_FAILED',
      errors: [[email, 'Already has an account.', false]],
    });
  }
});

it('name those who have an account, and go to everyone else', async () => {
  const gone = await t.addUser({ is_active: false });
  const present = [
    [t.owner.email, expect.any(String), false],
    [gone.email, expect.any(String), true],
  ];
  const some = await send(`${t.owner.email},${gone.email},new@example.org`);
  expect(some).toMatchObject({ status: 400, body: { code: 'INVITATION_FAILED' } });
  expect(some.body).toMatchObject({
    errors: present,
    sent_invitations: true,
    license_limit_reached: false,
    daily_limit_reached: false,
  });
  expect(await list()).toMatchObject([{ email: 'new@example.org' }]);
  const none = await send(`${t.owner.email.toUpperCase()}\n${gone.email}`);
  expect(none.body).toMatchObject({ code: 'INVITATION_FAILED', sent_invitations: false });
});

it('go to no one if one address is invalid', async () => {
  for (const wrong of ['nobody', 'a@b@c', '@example.org', 'a b@example.org', 'a@']) {
    const { body } = await send(`fine@example.org,${wrong}`);
    expect(body).toMatchObject({
      code: 'INVITATION_FAILED',
      sent_invitations: false,
      errors: [[wrong, expect.any(String), false]],
    });
  }
  expect(await send(' , \n')).toMatchObject(bad);
  expect(await list()).toEqual([]);
});

it('can be resent and revoked by the inviter and administrators', async () => {
  await send('again@example.org', { invite_expires_in_minutes: 10 });
  const [invite] = await list();
  const path = `/invites/${String(invite!['id'])}`;
  const other = await t.addUser({ role: 300 });
  expect(await t.call(other, 'POST', `${path}/resend`)).toMatchObject(bad);
  expect(await t.call(other, 'DELETE', path)).toMatchObject(bad);
  expect(await list(other)).toEqual([]);
  t.clock.advance(9 * 60_000);
  const { body } = await t.call(t.owner, 'POST', `${path}/resend`);
  expect(body).toEqual({ result: 'success', msg: '' });
  await until(2, 'again@example.org');
  expect((await list())[0]!['expiry_date']).toBe(t.clock.now() / 1000 + 600);
  expect((await t.call(member, 'DELETE', path)).status).toBe(200);
  expect(await list()).toEqual([]);
  for (const [method, at] of [
    ['POST', `${path}/resend`],
    ['DELETE', path],
    ['DELETE', path.replace('/invites', '/invites/multiuse')],
  ] as const) {
    expect(await t.call(t.owner, method, at)).toMatchObject(bad);
  }
});

it('show their link only to owners', async () => {
  await send('ann@example.org');
  const [{ id, key }] = (await t.store.db.select().from(invitations)) as [
    typeof invitations.$inferSelect,
  ];
  const path = `/invites/${id}/link`;
  const { body } = await t.call(t.owner, 'GET', path);
  expect(body['invite_link']).toBe(`http://localhost:4100/join/${key}/`);
  for (const role of [200, 300, 400]) {
    const other = await t.addUser({ role });
    expect((await t.call(other, 'GET', path)).status).toBe(400);
  }
});

it('are for those allowed to invite people', async () => {
  const guest = await t.addUser({ role: 600 });
  const bot = await t.addUser({ is_bot: true, bot_type: 1 });
  for (const nobody of [guest, bot]) {
    expect(await send('ann@example.org', {}, nobody)).toMatchObject(bad);
  }
  expect(await send('ann@example.org', { invite_as: 200 })).toMatchObject(bad);
  const { body } = await t.call(member, 'POST', '/invites', { invitee_emails: 'a@example.org' });
  expect(body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'stream_ids' });
});

it('write their link to the log if email isn’t set up', async () => {
  const count = (await list()).length;
  await smtp.close();
  expect((await send('late@example.org')).status).toBe(200);
  expect(await list()).toHaveLength(count + 1);
});

it('count each resend toward the limit', async () => {
  const few = await startTestService({ server: { invitationsPerDay: 3 } });
  const ask = (method: string, path: string, params = {}) =>
    few.call(few.owner, method, path, params);
  await ask('POST', '/invites', { invitee_emails: 'a@example.org', stream_ids: [] });
  const [invite] = (await ask('GET', '/invites')).body['invites'] as { id: number }[];
  const again = () => ask('POST', `/invites/${invite!.id}/resend`);
  const at_once = await Promise.all([again(), again(), again(), again()]);
  expect(at_once.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
  expect((await again()).body).toMatchObject({
    code: 'INVITATION_FAILED',
    daily_limit_reached: true,
    sent_invitations: false,
  });
  few.clock.advance(24 * 3600 * 1000);
  for (const status of [200, 200, 200, 400]) expect((await again()).status).toBe(status);
  await few.service.close();
});

it('stop at a daily limit', async () => {
  const few = await startTestService({ server: { invitationsPerDay: 3 } });
  const invite = (invitee_emails: string) =>
    few.call(few.owner, 'POST', '/invites', { invitee_emails, stream_ids: [] });
  const limit = {
    code: 'INVITATION_FAILED',
    errors: [],
    sent_invitations: false,
    license_limit_reached: false,
    daily_limit_reached: true,
  };
  expect((await invite('a@example.org,b@example.org')).status).toBe(200);
  const at_once = await Promise.all(['c', 'd', 'e'].map((who) => invite(`${who}@example.org`)));
  expect(at_once.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  expect((await invite('f@example.org')).body).toMatchObject(limit);
  few.clock.advance(23 * 3600 * 1000);
  expect((await invite('f@example.org')).body).toMatchObject(limit);
  few.clock.advance(2 * 3600 * 1000);
  expect((await invite('f@example.org')).status).toBe(200);
  await few.service.close();
});
