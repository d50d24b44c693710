import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gatewayNames, openGateways, type Ask } from '../../../../../tests/support/both-gateways';
import { setRealm } from '../../../../../tests/support/channels';
import { startTestService, type TestService } from '../../../../../tests/support/service';
import { startSmtp } from '../../../../../tests/support/smtp';
import { invitations } from '../db/schema/invitations';
import { realmDomains } from '../db/schema/realm-domains';
import { users } from '../db/schema/users';

/**
 * If joining is restricted to some domains and email is set up, a reusable link alone doesn't
 * confirm an address.
 */

let t: TestService;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
beforeAll(async () => {
  smtp = await startSmtp();
  const server = { invitationsPerDay: 100 };
  t = await startTestService({ server, mail: { url: smtp.url, from: 'inkwell@example.org' } });
  await t.store.db
    .insert(realmDomains)
    .values({ realm_id: 1, domain: 'corp.example', allow_subdomains: false });
});
afterAll(async () => {
  await t.service.close();
  await smtp.close();
});
const restrict = (is = true) => setRealm(t, { emails_restricted_to_domains: is });
beforeEach(async () => {
  await t.store.db.delete(invitations);
  await restrict();
});

let count = 0;
const anEmail = () => `someone${++count}@corp.example`;
const person = { full_name: 'Nora New', password: 'seven green lamps' };

describe.each(gatewayNames)('through the %s', (gateway) => {
  let anyone: Ask;
  let asOwner: Ask;
  beforeAll(async () => {
    anyone = (await openGateways(t, null))[gateway];
    asOwner = (await openGateways(t, t.owner))[gateway];
  });

  const pathOf = (link: unknown) => new URL(String(link)).pathname.replace(/\/$/, '');
  const aLink = async (params = {}) =>
    pathOf((await asOwner('POST', '/invites/multiuse', params)).body['invite_link']);
  const ask = (path: string, email: string) => anyone('POST', `${path}/mail`, { email });
  const join = (path: string, email?: string) =>
    anyone('POST', path, { ...person, ...(email !== undefined && { email }) });
  const stateOf = async (path: string) => (await anyone('GET', path)).body['state'];
  const lettersTo = (email: string) => smtp.letters.filter(({ to }) => to.includes(email));
  async function linkIn(email: string): Promise<string> {
    await expect.poll(() => lettersTo(email).length).toBeGreaterThan(0);
    const [, path] = /\/join\/(\w{24})\//.exec(lettersTo(email).at(-1)!.data) ?? [];
    return `/join/${path!}`;
  }
  const accounts = () => t.store.db.$count(users);
  const unconfirmed = { status: 400, body: { code: 'EMAIL_NOT_CONFIRMED' } };
  const bad = { status: 400, body: { code: 'BAD_REQUEST' } };

  it('no one can join with an address they only typed', async () => {
    const before = await accounts();
    const path = await aLink();
    expect((await anyone('GET', path)).body).toMatchObject({ confirms_email: true, email: null });
    expect(await join(path, anEmail())).toMatchObject(unconfirmed);
    expect(await accounts()).toBe(before);
  });

  it('the reader of the email joins under the link’s terms, once', async () => {
    const path = await aLink({ invite_as: 300 });
    const email = anEmail();
    expect((await ask(path, ` ${email} `)).body).toEqual({ result: 'success', msg: '' });
    const own = await linkIn(email);
    expect(lettersTo(email)[0]!.to).toEqual([email]);
    expect((await anyone('GET', own)).body).toMatchObject({
      state: 'open',
      email,
      invited_as: 300,
      confirms_email: false,
    });
    const { status, body } = await join(own, 'another@corp.example');
    expect([status, body['email']]).toEqual([200, email]);
    const [made] = await t.store.db.select().from(users).where(eq(users.delivery_email, email));
    expect(made!.role).toBe(300);
    expect(await join(own)).toMatchObject({ body: { code: 'INVITATION_CLOSED', state: 'used' } });
    expect(await stateOf(path)).toBe('open');
    expect(await ask(path, email.toUpperCase())).toMatchObject(bad);
  });

  it('if many open the emailed link at the same time, one joins', async () => {
    const path = await aLink();
    const email = anEmail();
    await Promise.all([ask(path, email), ask(path, email)]);
    expect(await t.store.db.$count(invitations, eq(invitations.email, email))).toBe(1);
    const own = await linkIn(email);
    const statuses = (await Promise.all([join(own), join(own), join(own)])).map((r) => r.status);
    expect(statuses.toSorted()).toEqual([200, 400, 400]);
    expect(await t.store.db.$count(users, eq(users.delivery_email, email))).toBe(1);
  });

  it('the emailed link ends with the invitation link it was requested through', async () => {
    const [revoked, expiring] = [await aLink(), await aLink({ invite_expires_in_minutes: 5 })];
    const { body } = await asOwner('GET', '/invites');
    const [first] = body['invites'] as { id: number }[];
    const [one, two] = [anEmail(), anEmail()];
    await ask(revoked, one);
    await ask(expiring, two);
    await asOwner('DELETE', `/invites/multiuse/${first!.id}`);
    expect(await stateOf(await linkIn(one))).toBe('revoked');
    expect(await join(await linkIn(one))).toMatchObject({ body: { code: 'INVITATION_CLOSED' } });
    expect(await stateOf(await linkIn(two))).toBe('open');
    t.clock.advance(5 * 60_000);
    expect(await stateOf(await linkIn(two))).toBe('expired');
    for (const path of [revoked, expiring]) {
      expect((await ask(path, anEmail())).body).toMatchObject({ code: 'INVITATION_CLOSED' });
    }
  });

  it('the emailed link is valid for a day', async () => {
    const path = await aLink({ invite_expires_in_minutes: null });
    const email = anEmail();
    await ask(path, email);
    const own = await linkIn(email);
    const day = 24 * 3600;
    const invited = new Date(t.clock.now() - day * 1000);
    await t.store.db.update(invitations).set({ invited, mailed: [] });
    expect(await stateOf(own)).toBe('expired');
    await ask(path, email);
    expect(await stateOf(own)).toBe('open');
  });

  it('no confirmation is requested if it wouldn’t help', async () => {
    const path = await aLink();
    for (const email of ['x@elsewhere.example', 'x+y@corp.example', 'nowhere', t.owner.email]) {
      expect(await ask(path, email), email).toMatchObject(bad);
    }
    expect(await anyone('POST', '/join/nothing/mail', { email: anEmail() })).toMatchObject({
      status: 404,
    });
    await restrict(false);
    expect(await ask(path, anEmail())).toMatchObject(bad);
    expect((await join(path, 'x@elsewhere.example')).status).toBe(200);
    await t.store.db.delete(users).where(eq(users.delivery_email, 'x@elsewhere.example'));
  });

  it('an address gets two emails an hour, and the organization respects its limit', async () => {
    const path = await aLink();
    const email = anEmail();
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await ask(path, email)).status);
    expect(statuses).toEqual([200, 200, 429]);
    await t.store.db.update(invitations).set({
      mailed: Array.from({ length: 100 }, () => Math.floor(t.clock.now() / 1000) - 7200),
    });
    expect((await ask(path, anEmail())).body).toMatchObject({
      code: 'INVITATION_FAILED',
      daily_limit_reached: true,
    });
  });

  it('requests and their links aren’t visible to anyone', async () => {
    const path = await aLink();
    const email = anEmail();
    await ask(path, email);
    const own = (await linkIn(email)).split('/')[2]!;
    const { body } = await asOwner('GET', '/invites');
    expect(body['invites']).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain(own);
    const [row] = await t.store.db.select().from(invitations).where(eq(invitations.email, email));
    for (const [method, way] of [
      ['DELETE', ''],
      ['POST', '/resend'],
      ['GET', '/link'],
    ] as const) {
      expect(await asOwner(method, `/invites/${row!.id}${way}`)).toMatchObject(bad);
    }
  });

  it('an email invitation already confirms the address', async () => {
    const email = anEmail();
    await asOwner('POST', '/invites', { invitee_emails: email, stream_ids: [] });
    expect((await join(await linkIn(email))).status).toBe(200);
  });
});

it('without email, addresses aren’t confirmed, and members can see that', async () => {
  const silent = await startTestService();
  expect((await silent.call(silent.owner, 'GET', '/mail')).body).toMatchObject({ is_sent: false });
  expect((await t.call(t.owner, 'GET', '/mail')).body).toMatchObject({ is_sent: true });
  await silent.store.db
    .insert(realmDomains)
    .values({ realm_id: 1, domain: 'corp.example', allow_subdomains: false });
  await setRealm(silent, { emails_restricted_to_domains: true });
  const { body } = await silent.call(silent.owner, 'POST', '/invites/multiuse', {});
  const path = new URL(String(body['invite_link'])).pathname.replace(/\/$/, '');
  expect((await silent.call(null, 'GET', path)).body).toMatchObject({ confirms_email: false });
  const joined = await silent.call(null, 'POST', path, { ...person, email: 'a@corp.example' });
  expect(joined.status).toBe(200);
  await silent.service.close();
});
