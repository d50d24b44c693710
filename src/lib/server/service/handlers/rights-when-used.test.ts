import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gatewayNames, openGateways, type Ask } from '../../../../../tests/support/both-gateways';
import { setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { users } from '../db/schema/users';
import type { AccountWithKey } from '../service';

/** Permissions are checked when something is used, not only when it is created. */

const t = withService();
beforeEach(() => setRealm(t, {}));

const [owner, administrator] = [100, 200];
let count = 0;
const principal = { status: 400, body: { code: 'UNAUTHORIZED_PRINCIPAL' } };

describe('a bot that is an owner', () => {
  let admin: AccountWithKey;
  let bot: number;
  const call = (by: AccountWithKey, method: string, path: string, params = {}) =>
    t.call(by, method, path, params);
  const keyOf = async () => {
    const [row] = await t.store.db.select().from(users).where(eq(users.id, bot));
    return row!;
  };
  beforeEach(async () => {
    admin = await t.addUser({ role: administrator });
    const made = { full_name: `Robot ${++count}`, short_name: `robot${count}` };
    bot = Number((await call(t.owner, 'POST', '/bots', made)).body['user_id']);
    await call(t.owner, 'PATCH', `/bots/${bot}`, { role: owner });
  });

  it('can’t be controlled by an administrator', async () => {
    const { api_key, bot_owner_id } = await keyOf();
    const ways = [
      ['POST', `/bots/${bot}/api_key/regenerate`, {}],
      ['PATCH', `/bots/${bot}`, { bot_owner_id: admin.user_id }],
      ['PATCH', `/bots/${bot}`, { full_name: 'Mine now' }],
      ['DELETE', `/bots/${bot}`, {}],
    ] as const;
    for (const [method, path, params] of ways) {
      expect(await call(admin, method, path, params), path).toMatchObject(principal);
    }
    expect(await keyOf()).toMatchObject({ api_key, bot_owner_id, is_active: true });
  });

  it('doesn’t become an administrator’s by being reactivated', async () => {
    const gone = await t.addUser({ role: owner });
    await call(t.owner, 'PATCH', `/bots/${bot}`, { bot_owner_id: gone.user_id });
    await call(t.owner, 'DELETE', `/users/${gone.user_id}`);
    expect(await call(admin, 'POST', `/users/${bot}/reactivate`)).toMatchObject(principal);
    expect((await call(t.owner, 'POST', `/users/${bot}/reactivate`)).status).toBe(200);
    expect(await keyOf()).toMatchObject({ bot_owner_id: t.owner.user_id, is_active: true });
  });

  it('stays its owner’s, whatever role they have', async () => {
    const member = await t.addUser();
    await call(t.owner, 'PATCH', `/bots/${bot}`, { bot_owner_id: member.user_id });
    const reply = await call(member, 'POST', `/bots/${bot}/api_key/regenerate`);
    expect(reply.status).toBe(200);
  });
});

describe.each(gatewayNames)('through the %s', (gateway) => {
  let anyone: Ask;
  beforeAll(async () => {
    anyone = (await openGateways(t, null))[gateway];
  });

  it('an email address isn’t changed if the organization turned that off in between', async () => {
    const [member, admin] = [await t.addUser(), await t.addUser({ role: administrator })];
    const keys = [];
    for (const who of [member, admin]) {
      const email = `switched${++count}@example.org`;
      await t.call(who, 'PATCH', '/settings', { email });
      const { body } = await t.call(t.owner, 'GET', '/email_changes');
      const emailChanges = body['email_changes'] as { new_email: string; link: string }[];
      const { link } = emailChanges.find(({ new_email }) => new_email === email)!;
      keys.push(new URL(link).pathname.split('/')[2]);
    }
    await setRealm(t, { email_changes_disabled: true });
    const confirm = (key: unknown) => anyone('POST', '/email_changes/confirm', { key });
    expect(await confirm(keys[0])).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect((await t.call(member, 'GET', '/users/me')).status).toBe(200);
    expect((await confirm(keys[1])).status).toBe(200);
    await setRealm(t, {});
    expect((await confirm(keys[0])).status).toBe(200);
  });

  it('an invitation isn’t resent by a user who can’t invite', async () => {
    const admin = await t.addUser({ role: administrator });
    const ask = (await openGateways(t, admin))[gateway];
    const invitee_emails = `again${++count}@example.org`;
    await ask('POST', '/invites', { invitee_emails, stream_ids: [], invite_as: 300 });
    const { body } = await t.call(t.owner, 'GET', '/invites');
    const rows = body['invites'] as { id: number; email?: string }[];
    const { id } = rows.find(({ email }) => email === invitee_emails)!;
    expect((await ask('POST', `/invites/${id}/resend`)).status).toBe(200);
    await t.call(t.owner, 'PATCH', `/users/${admin.user_id}`, { role: 400 });
    for (const again of [ask, (await openGateways(t, t.owner))[gateway]]) {
      const reply = await again('POST', `/invites/${id}/resend`);
      expect(reply).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    }
  });
});
