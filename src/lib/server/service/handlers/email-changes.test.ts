import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayNames, openGateways, type Ask } from '../../../../../tests/support/both-gateways';
import { openQueue, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { emailChanges } from '../db/schema/email-changes';
import type { AccountWithKey } from '../service';

const t = withService();

interface EmailChange {
  readonly user_id: number;
  readonly new_email: string;
  readonly expires: number;
  readonly link: string;
}

const pendingChanges = async ({ user_id }: AccountWithKey) => {
  const { body } = await t.call(t.owner, 'GET', '/email_changes');
  return (body['email_changes'] as EmailChange[]).filter((change) => change.user_id === user_id);
};
const keyIn = ({ link }: EmailChange) =>
  /^http:\/\/localhost:4100\/confirm\/(\w{32})\/$/.exec(link)?.[1];
const confirm = (key: unknown) => t.call(null, 'POST', '/email_changes/confirm', { key });
const look = (key: unknown) =>
  t.call(null, 'GET', `/email_changes/${encodeURIComponent(`${key}`)}`);

/** Makes all email changes this much older, because advancing the clock by a day takes long. */
const age = (seconds: number) =>
  t.store.db
    .update(emailChanges)
    .set({ created: sql`${emailChanges.created} - make_interval(secs => ${seconds})` });

let count = 0;
const newAddress = () => `new${(count += 1)}@example.org`;

describe.each(gatewayNames)('changing the email address through the %s', (gateway) => {
  let me: AccountWithKey;
  let ask: Ask;
  beforeEach(async () => {
    me = await t.addUser();
    ask = (await openGateways(t, me))[gateway];
  });
  const requestChange = (email: string) => ask('PATCH', '/settings', { email });

  it('takes effect when the link is opened, and only once', async () => {
    const email = newAddress();
    expect((await requestChange(` ${email} `)).body).toEqual({ result: 'success', msg: '' });
    expect((await t.call(me, 'GET', '/users/me')).body).toMatchObject({ delivery_email: me.email });
    const [row] = await pendingChanges(me);
    expect(row).toMatchObject({ new_email: email, expires: t.clock.now() / 1000 + 86_400 });
    for (let time = 0; time < 2; time += 1) {
      expect((await look(keyIn(row!))).body).toMatchObject({ state: 'open', new_email: email });
    }
    const queue = await openQueue(t, t.owner, { event_types: ['realm_user'] });
    expect(await confirm(keyIn(row!))).toMatchObject({
      status: 200,
      body: { delivery_email: email },
    });
    const own = await t.call({ ...me, email }, 'GET', '/users/me');
    expect(own.body).toMatchObject({ delivery_email: email, email });
    const update = { type: 'realm_user', op: 'update' };
    const avatar_url = own.body['avatar_url'];
    expect(await queue.events()).toMatchObject([
      { ...update, person: { user_id: me.user_id, delivery_email: email } },
      { ...update, person: { user_id: me.user_id, new_email: email } },
      { ...update, person: { user_id: me.user_id, avatar_source: 'G', avatar_url } },
    ]);
    expect((await t.call(me, 'GET', '/users/me')).status).toBe(401);
    expect((await look(keyIn(row!))).body).toMatchObject({ state: 'used' });
    expect(await confirm(keyIn(row!))).toMatchObject({
      status: 400,
      body: { code: 'EMAIL_CHANGE_CLOSED', state: 'used' },
    });
    expect(await pendingChanges(me)).toEqual([]);
  });

  it('is announced only to those who can see it', async () => {
    const ofMe = { event_types: ['realm_user'] };
    await ask('PATCH', '/settings', { email_address_visibility: 3 });
    const seeing = await openQueue(t, t.owner, ofMe);
    const blind = await openQueue(t, await t.addUser(), ofMe);
    const email = newAddress();
    await requestChange(email);
    await confirm(keyIn((await pendingChanges(me))[0]!));
    expect(await seeing.events()).toMatchObject([{ person: { delivery_email: email } }]);
    expect(await blind.events()).toEqual([]);
  });

  it('replaces an earlier request', async () => {
    await requestChange(newAddress());
    const [first] = await pendingChanges(me);
    const last = newAddress();
    await requestChange(last);
    expect(await pendingChanges(me)).toMatchObject([{ new_email: last }]);
    expect((await confirm(keyIn(first!))).body.code).toBe('EMAIL_CHANGE_CLOSED');
  });

  it('expires after a day', async () => {
    await requestChange(newAddress());
    const [row] = await pendingChanges(me);
    await age(86_400);
    expect(await pendingChanges(me)).toEqual([]);
    expect((await look(keyIn(row!))).body).toMatchObject({ state: 'expired' });
    expect((await confirm(keyIn(row!))).body).toMatchObject({
      code: 'EMAIL_CHANGE_CLOSED',
      state: 'expired',
    });
  });

  it.each([
    ['what is no address', () => 'nowhere'],
    ['one with blanks', () => 'a b@example.org'],
    ['one without a domain', () => 'a@example'],
    ['somebody else’s, however it is spelt', () => t.owner.email.toUpperCase()],
  ])('is not %s', async (_what, email) => {
    const { status, body } = await requestChange(email());
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(await pendingChanges(me)).toEqual([]);
  });

  it('does nothing if the address is the current one, or empty', async () => {
    for (const email of [me.email, ` ${me.email} `, '']) {
      expect((await requestChange(email)).status).toBe(200);
    }
    expect(await pendingChanges(me)).toEqual([]);
  });

  it('can be to another spelling of the same address', async () => {
    await requestChange(me.email.toUpperCase());
    await confirm(keyIn((await pendingChanges(me))[0]!));
    const { body } = await t.call(me, 'GET', '/users/me');
    expect(body['delivery_email']).toBe(me.email.toUpperCase());
  });

  it('is refused if the organization forbids it, except for administrators', async () => {
    await setRealm(t, { email_changes_disabled: true });
    expect((await requestChange(newAddress())).body.code).toBe('BAD_REQUEST');
    const admin = await t.addUser({ role: 200 });
    const reply = await t.call(admin, 'PATCH', '/settings', { email: newAddress() });
    expect(reply.status).toBe(200);
    await setRealm(t, {});
  });

  it('can be requested twice an hour and five times a day', async () => {
    const statuses = [];
    for (let hour = 0; hour < 3; hour += 1) {
      for (let time = 0; time < 3; time += 1) {
        statuses.push((await requestChange(newAddress())).status);
        await age(60);
      }
      await age(3600);
    }
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429, 200, 429, 429]);
    const { body, headers } = await requestChange(newAddress());
    expect(body).toMatchObject({ code: 'RATE_LIMIT_HIT' });
    expect(Number(headers.get('retry-after'))).toBe(body['retry-after']);
    await age(86_400);
    expect((await requestChange(newAddress())).status).toBe(200);
  });

  it('fails if the address was taken or the account deactivated in between', async () => {
    const email = newAddress();
    await requestChange(email);
    const [row] = await pendingChanges(me);
    await t.addUser({ delivery_email: email });
    expect((await confirm(keyIn(row!))).body.code).toBe('BAD_REQUEST');
    expect((await t.call(me, 'GET', '/users/me')).status).toBe(200);
  });
});

it('is canceled when the account is deactivated', async () => {
  const me = await t.addUser();
  await t.call(me, 'PATCH', '/settings', { email: newAddress() });
  const key = keyIn((await pendingChanges(me))[0]!);
  await t.call(t.owner, 'DELETE', `/users/${me.user_id}`);
  expect((await look(key)).body).toMatchObject({ state: 'revoked' });
  expect((await confirm(key)).body).toMatchObject({
    code: 'EMAIL_CHANGE_CLOSED',
    state: 'revoked',
  });
});

it('refuses an invalid link', async () => {
  for (const key of ['x', 'a\0b', 'A'.repeat(32), 'B'.repeat(1000)]) {
    expect((await look(key)).status).toBe(404);
  }
  for (const key of ['', 'x', 'a\0b', 'A'.repeat(32), 'B'.repeat(1000)]) {
    expect(await confirm(key)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  }
});

it('lets only owners read the links', async () => {
  for (const role of [200, 400, 600]) {
    const { body } = await t.call(await t.addUser({ role }), 'GET', '/email_changes');
    expect(body.code).toBe('UNAUTHORIZED_PRINCIPAL');
  }
});
