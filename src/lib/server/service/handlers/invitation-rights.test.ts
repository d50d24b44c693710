import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayNames, openGateways, type Ask } from '../../../../../tests/support/both-gateways';
import { addChannel, groupId, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { auditLog } from '../db/schema/audit-log';
import { events } from '../db/schema/events';
import { userGroupMembers, userGroups } from '../db/schema/groups';
import { invitations } from '../db/schema/invitations';
import { messages } from '../db/schema/messages';
import { subscriptions } from '../db/schema/streams';
import { users } from '../db/schema/users';
import type { AccountWithKey } from '../service';

/** Who can see an invitation's link, and what it still grants when it is used. */

const t = withService();
beforeEach(async () => {
  await t.store.db.delete(invitations);
  await setRealm(t, {});
});

const [owner, administrator, moderator, member, guest] = [100, 200, 300, 400, 600];
let count = 0;

describe.each(gatewayNames)('through the %s', (gateway) => {
  let anyone: Ask;
  let admin: AccountWithKey;
  let asAdmin: Ask;
  let asOwner: Ask;
  beforeEach(async () => {
    admin = await t.addUser({ role: administrator });
    anyone = (await openGateways(t, null))[gateway];
    asAdmin = (await openGateways(t, admin))[gateway];
    asOwner = (await openGateways(t, t.owner))[gateway];
  });

  const pathOf = (link: unknown) => new URL(String(link)).pathname.replace(/\/$/, '');
  const makeLink = async (ask: Ask, params: Record<string, unknown> = {}) =>
    pathOf((await ask('POST', '/invites/multiuse', params)).body['invite_link']);
  const makeMail = async (ask: Ask, params: Record<string, unknown> = {}) => {
    const invitee_emails = `mail${++count}@example.org`;
    await ask('POST', '/invites', { invitee_emails, stream_ids: [], ...params });
    const [row] = await t.store.db
      .select()
      .from(invitations)
      .where(eq(invitations.email, invitee_emails));
    return `/join/${row!.key}`;
  };
  const join = (path: string) =>
    anyone('POST', path, {
      full_name: 'Nora New',
      password: 'seven green lamps',
      email: `rights${++count}@example.org`,
    });
  const become = (role: number | undefined, { user_id } = admin) =>
    asOwner('PATCH', `/users/${user_id}`, { role });
  const closed = {
    status: 400,
    body: { code: 'INVITATION_CLOSED', state: 'revoked' },
  };
  const listed = async (ask: Ask) =>
    (await ask('GET', '/invites')).body['invites'] as Record<string, unknown>[];

  it('a link that creates owners is shown only to owners', async () => {
    const path = await makeLink(asOwner, { invite_as: owner });
    const [seen] = await listed(asAdmin);
    expect(seen).toMatchObject({ invited_as: owner, is_multiuse: true });
    expect(seen).not.toHaveProperty('link_url');
    expect((await listed(asOwner))[0]!['link_url']).toContain(path);
    expect((await asAdmin('DELETE', `/invites/multiuse/${String(seen!['id'])}`)).status).toBe(400);
    // Administrators can revoke the other links, so they can read them.
    await makeLink(asOwner, { invite_as: administrator });
    expect((await listed(asAdmin))[1]).toHaveProperty('link_url');
  });

  it('such a link stays hidden from its creator once they are no longer an owner', async () => {
    await become(owner);
    await makeLink(asAdmin, { invite_as: owner });
    await become(administrator);
    expect((await listed(asAdmin))[0]).not.toHaveProperty('link_url');
  });

  it('no event or audit log entry contains a link', async () => {
    const key = (await makeLink(asOwner, { invite_as: owner })).split('/')[2]!;
    const mail = (await makeMail(asOwner, { invite_as: owner })).split('/')[2]!;
    const serialized = JSON.stringify([
      await t.store.db.select().from(events),
      await t.store.db.select().from(auditLog),
      (await asOwner('GET', '/invites')).body['invites'],
    ]);
    expect(serialized.split(key)).toHaveLength(2);
    expect(serialized).not.toContain(mail);
  });

  it.each([
    ['a link as administrator', makeLink, administrator, moderator],
    ['a link as moderator', makeLink, moderator, member],
    ['a link as member', makeLink, member, member],
    ['a mail as administrator', makeMail, administrator, moderator],
    ['a mail as moderator', makeMail, moderator, member],
    ['a mail as member', makeMail, member, guest],
  ])(
    '%s ends when the inviter loses the role needed for it',
    async (_what, make, invite_as, next) => {
      const path = await make(asAdmin, { invite_as });
      expect((await anyone('GET', path)).body).toMatchObject({ state: 'open' });
      await become(next);
      expect((await anyone('GET', path)).body).toMatchObject({ state: 'revoked' });
      const before = await t.store.db.$count(users);
      expect(await join(path)).toMatchObject(closed);
      expect(await t.store.db.$count(users)).toBe(before);
      await become(administrator);
      expect((await join(path)).status).toBe(200);
    },
  );

  it('it ends when the inviter loses permission to invite', async () => {
    const inviter = await t.addUser();
    const path = await makeMail((await openGateways(t, inviter))[gateway]);
    await setRealm(t, { can_invite_users_group: await groupId(t, 'role:moderators') });
    expect(await join(path)).toMatchObject(closed);
  });

  it('grants no channel, group or welcome message that the inviter can no longer give', async () => {
    await setRealm(t, { can_manage_all_groups: await groupId(t, 'role:administrators') });
    const kept = (await addChannel(t, {}, [admin])).id;
    const lost = (await addChannel(t, { invite_only: true }, [admin])).id;
    const [own, others] = await t.store.db
      .insert(userGroups)
      .values([
        { realm_id: 1, name: `own ${++count}`, creator_id: admin.user_id },
        { realm_id: 1, name: `others ${count}`, creator_id: t.owner.user_id },
      ])
      .returning();
    const path = await makeMail(asAdmin, {
      stream_ids: [kept, lost],
      group_ids: [own!.id, others!.id],
      welcome_message_custom_text: 'From the administrator.',
    });
    await become(member);
    await t.store.db.delete(subscriptions).where(eq(subscriptions.stream_id, lost));
    const user_id = Number((await join(path)).body['user_id']);
    const channels = await t.store.db
      .select({ id: subscriptions.stream_id })
      .from(subscriptions)
      .where(eq(subscriptions.user_id, user_id));
    expect(channels).toEqual([{ id: kept }]);
    const groups = await t.store.db
      .select({ id: userGroupMembers.group_id })
      .from(userGroupMembers)
      .where(eq(userGroupMembers.user_id, user_id));
    expect(groups).toEqual([{ id: own!.id }]);
    const texts = await t.store.db.select({ content: messages.content }).from(messages);
    expect(texts.filter(({ content }) => content.includes('From the administrator'))).toEqual([]);
  });

  it('a demotion and a join at the same time run one after the other', async () => {
    const path = await makeLink(asAdmin, { invite_as: administrator });
    const [demoted, joined] = await Promise.all([become(member), join(path)]);
    expect(demoted.status).toBe(200);
    if (joined.status !== 200) expect(joined).toMatchObject(closed);
    expect(await join(path)).toMatchObject(closed);
  });
});
