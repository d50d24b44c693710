import { isAdministrator, userRole } from '$lib/api/roles';
import { and, eq } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import type { ServiceContext } from '../context';
import { invitations } from '../db/schema/invitations';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import { AfterCommit, type OperationHandlers } from '../handler';
import { announceInvites } from '../invitations/announce';
import { checkInvitationTerms, canStillInvite } from '../invitations/invitation-terms';
import {
  accessInvitation,
  invitationLink,
  noSuchInvitation,
  openInvitations,
  wireInvite,
  type Invitation,
} from '../invitations/find';
import { checkDailyLimit, countMail } from '../invitations/daily-limit';
import { createInviteKey } from '../invitations/key';
import { invitationFailed, readInvitees } from '../invitations/invitees';
import { invitationMail } from '../invitations/mail';

type Terms = Awaited<ReturnType<typeof checkInvitationTerms>> & {
  readonly notify_referrer_on_join: boolean;
};

/** One invitation per address. Null stands for a reusable link. */
async function insert(
  context: ServiceContext,
  terms: Terms,
  emails: readonly (string | null)[],
): Promise<Invitation[]> {
  const { tx, realm, user, clock } = context;
  const rows = await tx
    .insert(invitations)
    .values(
      emails.map((email) => ({
        ...terms,
        email,
        realm_id: realm.id,
        inviter_id: user.id,
        key: createInviteKey(),
        invited: new Date(clock.now()),
        mailed: email === null ? [] : [Math.floor(clock.now() / 1000)],
      })),
    )
    .returning();
  const { invited_as, stream_ids, group_ids } = terms;
  await recordAuditedChange(
    context,
    ...rows.map(({ id, email }) => ({
      action: 'invitation.created' as const,
      after: { id, invited_as, stream_ids, group_ids, ...(email !== null && { email }) },
    })),
  );
  await announceInvites(context, user.id);
  return rows;
}

async function revoke(context: ServiceContext, id: number, kind: 'link' | 'e-mail') {
  const found = await accessInvitation(context, id, kind);
  const [ended] = await context.tx
    .update(invitations)
    .set({ revoked: true })
    .where(and(eq(invitations.id, id), eq(invitations.revoked, false), eq(invitations.used, false)))
    .returning({ id: invitations.id });
  if (!ended) throw noSuchInvitation();
  await recordAuditedChange(context, { action: 'invitation.revoked', before: { id } });
  await announceInvites(context, found.inviter_id);
  return {};
}

/** Throws 400 if the invitation wouldn't work, because its inviter can no longer give the role. */
async function checkInviter(context: ServiceContext, found: Invitation): Promise<void> {
  const [inviter] = await context.tx.select().from(users).where(eq(users.id, found.inviter_id));
  if (inviter && (await canStillInvite({ ...context, user: inviter }, found))) return;
  throw badRequest('The person who sent this invitation can no longer grant this role.');
}

export const inviteHandlers = {
  async getInvites(context) {
    const { user } = context;
    const mine = isAdministrator(user) ? undefined : eq(invitations.inviter_id, user.id);
    const rows = await openInvitations(context, mine);
    return { invites: rows.map((row) => wireInvite(context, row)) };
  },

  async createInviteLink(context, params) {
    const terms = await checkInvitationTerms(context, 'create_multiuse_invite_group', params);
    const [row] = await insert(context, { ...terms, notify_referrer_on_join: false }, [null]);
    return { invite_link: invitationLink(context, row!) };
  },

  /** Addresses that can't be invited are returned as an error, though all others are invited. */
  async sendInvites(context, params) {
    const terms = await checkInvitationTerms(context, 'can_invite_users_group', params);
    const { fresh, refused } = await readInvitees(context, params.invitee_emails);
    await checkDailyLimit(context, fresh.length);
    const notify_referrer_on_join = params.notify_referrer_on_join ?? true;
    const rows = await insert(context, { ...terms, notify_referrer_on_join }, fresh);
    return new AfterCommit(({ mailer }) => {
      mailer.post(rows.map((row) => invitationMail(context, row)));
      if (refused.length === 0) return Promise.resolve({});
      const message = 'Some of them could not be invited; all others have been.';
      return Promise.reject(invitationFailed(message, refused, { sent_invitations: true }));
    });
  },

  revokeEmailInvite: (context, { invite_id }) => revoke(context, invite_id, 'e-mail'),

  revokeInviteLink: (context, { invite_id }) => revoke(context, invite_id, 'link'),

  async resendEmailInvite(context, { invite_id }) {
    const found = await accessInvitation(context, invite_id, 'e-mail');
    await checkInviter(context, found);
    await checkDailyLimit(context, 1);
    await countMail(context, found.id);
    await recordAuditedChange(context, { action: 'invitation.resent', after: { id: found.id } });
    await announceInvites(context, found.inviter_id);
    return new AfterCommit(({ mailer }) => {
      mailer.post([invitationMail(context, found)]);
      return Promise.resolve({});
    });
  },

  async getEmailInviteLink(context, { invite_id }) {
    if (context.user.role !== userRole.owner) throw badRequest('Must be an organization owner');
    return {
      invite_link: invitationLink(context, await accessInvitation(context, invite_id, 'e-mail')),
    };
  },

  describeMail: ({ service: { server } }) => Promise.resolve({ is_sent: server.sendsMail }),
} satisfies Partial<OperationHandlers>;
