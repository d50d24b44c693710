import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { invitations } from '../db/schema/invitations';
import type { AccountWithKey } from '../service';

/** Email addresses that an organization accepts, for every way to get one. */

const t = withService();
let member: AccountWithKey;
beforeAll(async () => {
  const { call, owner } = t;
  await call(owner, 'POST', '/realm/domains', { domain: 'own.example', allow_subdomains: false });
  await call(owner, 'POST', '/realm/domains', { domain: 'wide.example', allow_subdomains: true });
});
beforeEach(async () => {
  member = await t.addUser();
});

const password = 'nine sails at sea';
const full_name = 'Nell New';
let count = 0;
const name = () => `nell${++count}`;

/** Every way to get an email address. Each returns whether it worked. */
const ways: Readonly<Record<string, (email: string) => Promise<boolean>>> = {
  async 'an account that an administrator makes'(email) {
    const { status } = await t.call(t.owner, 'POST', '/users', { email, full_name, password });
    return status === 200;
  },
  async 'an invitation by mail'(email) {
    const params = { invitee_emails: email, stream_ids: [] };
    const { body } = await t.call(t.owner, 'POST', '/invites', params);
    const refused = { code: 'INVITATION_FAILED', sent_invitations: false };
    if (body.result !== 'success') expect(body).toMatchObject(refused);
    return body.result === 'success';
  },
  async 'joining by a link'(email) {
    const { body } = await t.call(t.owner, 'POST', '/invites/multiuse');
    const path = new URL(String(body['invite_link'])).pathname.replace(/\/$/, '');
    const { status } = await t.call(null, 'POST', path, { email, full_name, password });
    return status === 200;
  },
  async 'the request for another address'(email) {
    return (await t.call(member, 'PATCH', '/settings', { email })).status === 200;
  },
  async 'another address that an owner gives'(new_email) {
    const path = `/users/${member.user_id}`;
    return (await t.call(t.owner, 'PATCH', path, { new_email })).status === 200;
  },
};

describe.each(Object.entries(ways))('%s', (_, isHad) => {
  it('accepts only the organization’s domains if it is restricted to them', async () => {
    await setRealm(t, { emails_restricted_to_domains: true });
    expect(await isHad(`${name()}@own.example`)).toBe(true);
    member = await t.addUser();
    expect(await isHad(`${name()}@Deep.WIDE.example`)).toBe(true);
    member = await t.addUser();
    for (const host of ['sub.own.example', 'notwide.example', 'example.org', 'mailinator.com']) {
      expect(await isHad(`${name()}@${host}`)).toBe(false);
    }
    expect(await isHad(`${name()}+x@own.example`)).toBe(false);
  });

  it('accepts no disposable address unless the organization allows them', async () => {
    await setRealm(t, {});
    expect(await isHad(`${name()}@Mailinator.com`)).toBe(false);
    expect(await isHad(`${name()}+x@example.org`)).toBe(true);
    member = await t.addUser();
    await setRealm(t, { disallow_disposable_email_addresses: false });
    expect(await isHad(`${name()}@mailinator.com`)).toBe(true);
  });
});

it('invites everyone else, and lists the addresses that aren’t accepted', async () => {
  await setRealm(t, {});
  const [good, bad] = [`${name()}@example.org`, `${name()}@mailinator.com`];
  const params = { invitee_emails: `${good},${bad}`, stream_ids: [] };
  const { body } = await t.call(t.owner, 'POST', '/invites', params);
  expect(body).toMatchObject({
    code: 'INVITATION_FAILED',
    sent_invitations: true,
    errors: [[bad, expect.any(String), false]],
  });
  const sent = await t.store.db.select().from(invitations).where(eq(invitations.email, good));
  expect(sent).toHaveLength(1);
});

it('checks again when an invitation is used and an email change confirmed', async () => {
  await setRealm(t, {});
  const email = `${name()}@example.org`;
  await t.call(t.owner, 'POST', '/invites', { invitee_emails: email, stream_ids: [] });
  const [row] = await t.store.db.select().from(invitations).where(eq(invitations.email, email));
  await t.call(member, 'PATCH', '/settings', { email: `${name()}@example.org` });
  const { body } = await t.call(t.owner, 'GET', '/email_changes');
  const link = (body['email_changes'] as { link: string }[]).at(-1)!.link;
  const key = /confirm\/(\w+)/.exec(link)![1];
  await setRealm(t, { emails_restricted_to_domains: true });
  const bad = { status: 400, body: { code: 'BAD_REQUEST' } };
  const newcomer = { full_name, password };
  expect(await t.call(null, 'POST', `/join/${row!.key}`, newcomer)).toMatchObject(bad);
  expect(await t.call(null, 'POST', '/email_changes/confirm', { key })).toMatchObject(bad);
});

it('gives an address to only one of two users who take it at the same time', async () => {
  await setRealm(t, {});
  for (let round = 0; round < 5; round++) {
    const people = await Promise.all([1, 2, 3, 4].map(() => t.addUser()));
    const new_email = `${name()}@example.org`;
    const replies = await Promise.all(
      people.map(({ user_id }) => t.call(t.owner, 'PATCH', `/users/${user_id}`, { new_email })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  }
});
