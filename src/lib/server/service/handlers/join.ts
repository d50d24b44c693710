import type * as api from '$lib/api/join';
import { and, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { invitations } from '../db/schema/invitations';
import { users } from '../db/schema/users';
import { badRequest, rowNotFound, ServiceFailure } from '../failure';
import { AfterCommit, type OperationHandler } from '../handler';
import { confirmAddress, requiresEmailConfirmation } from '../invitations/confirm-address';
import { canStillInvite, grantableTerms } from '../invitations/invitation-terms';
import { invitationExpiryOf, type Invitation } from '../invitations/find';
import { acceptInvitation } from '../invitations/accept-invitation';
import type { RealmRow, UserRow } from '../model';
import { hashPassword } from '../passwords';
import { checkFullName } from '../settings/full-name';
import { checkStrength } from '../settings/password';
import { isTimeZone } from '../settings/time-zone';
import { readEmail } from '../users/email';
import { asNotificationBot } from '../users/notification-bot';

/** The person opening the link isn't signed in. */
type Visitor = ServiceContext<null, RealmRow | null>;

interface OpenedInvitation {
  readonly invitation: Invitation;
  /** The reusable link through which the invitation was requested. */
  readonly link: Invitation | undefined;
  readonly inviter: UserRow;
  readonly realm: RealmRow;
}

/**
 * Throws 404. When joining, locks the invitation, because an email invitation can be used only
 * once, and the inviter, so that their permissions don't change.
 */
async function findByKey(
  { tx, realm }: Visitor,
  key: string,
  joining: boolean,
): Promise<OpenedInvitation> {
  const wanted = and(eq(invitations.realm_id, realm?.id ?? 0), eq(invitations.key, key));
  const [known] = await tx.select().from(invitations).where(wanted);
  if (!known || !realm) throw rowNotFound('There is no invitation with this link.');
  // Same order as deactivation, which locks the user first and then their invitations.
  const person = tx.select().from(users).where(eq(users.id, known.inviter_id));
  const [inviter] = await (joining ? person.for('share') : person);
  const [now] = joining
    ? await tx.select().from(invitations).where(eq(invitations.id, known.id)).for('update')
    : [known];
  const [link] =
    known.link_id === null
      ? []
      : await tx.select().from(invitations).where(eq(invitations.id, known.link_id));
  return { invitation: now!, link, inviter: inviter!, realm };
}

async function stateOf(visitor: Visitor, found: OpenedInvitation) {
  const { invitation, link, inviter, realm } = found;
  if (invitation.used) return 'used';
  // Invitations end with their inviter, their link and the organization.
  const isRevoked = invitation.revoked || link?.revoked === true;
  if (isRevoked || !inviter.is_active || !realm.is_active) return 'revoked';
  const ends = [invitationExpiryOf(invitation), link ? invitationExpiryOf(link) : null];
  if (ends.some((end) => end !== null && end.getTime() <= visitor.clock.now())) return 'expired';
  return (await canStillInvite(asInviter(visitor, found), invitation)) ? 'open' : 'revoked';
}

/** Checks run as the inviter, so that no one gets more than the inviter can give at that time. */
const asInviter = (
  visitor: Visitor,
  { realm, inviter: user }: OpenedInvitation,
): ServiceContext => ({
  ...visitor,
  realm,
  user,
});

const describeInvite: OperationHandler<typeof api.describeInvite> = async (context, { key }) => {
  const found = await findByKey(context, key, false);
  const { invitation, inviter, realm } = found;
  return {
    state: await stateOf(context, found),
    organization: realm.name,
    inviter: inviter.full_name,
    invited_as: invitation.invited_as,
    email: invitation.email,
    confirms_email: requiresEmailConfirmation(context, realm, invitation),
  };
};

const closed = {
  used: 'This invitation has been used already.',
  revoked: 'This invitation has been taken back.',
  expired: 'This invitation has expired.',
} as const;

async function checkOpen(visitor: Visitor, found: OpenedInvitation): Promise<void> {
  const state = await stateOf(visitor, found);
  if (state === 'open') return;
  throw new ServiceFailure('INVITATION_CLOSED', closed[state], 400, { state });
}

const mailJoinLink: OperationHandler<typeof api.mailJoinLink> = async (context, { key, email }) => {
  const found = await findByKey(context, key, true);
  await checkOpen(context, found);
  if (!requiresEmailConfirmation(context, found.realm, found.invitation)) {
    throw badRequest("This invitation doesn't need confirmation.");
  }
  const address = readEmail(email, context.baseUrl);
  const mail = await confirmAddress(asInviter(context, found), found.invitation, address);
  return new AfterCommit(({ mailer }) => {
    mailer.post([mail]);
    return Promise.resolve({});
  });
};

const joinByInvite: OperationHandler<typeof api.joinByInvite> = async (context, params) => {
  const { key, password, timezone = '' } = params;
  const found = await findByKey(context, key, true);
  await checkOpen(context, found);
  if (requiresEmailConfirmation(context, found.realm, found.invitation)) {
    throw new ServiceFailure('EMAIL_NOT_CONFIRMED', 'Confirm your email address first.', 400);
  }
  const bot = await asNotificationBot(asInviter(context, found));
  if (!bot) throw badRequest('No one can join this organization.');
  const named = found.invitation.email ?? params.email;
  if (named === undefined) {
    throw new ServiceFailure('REQUEST_VARIABLE_MISSING', "Missing 'email' argument", 400, {
      var_name: 'email',
    });
  }
  const email = readEmail(named, context.baseUrl);
  const full_name = await checkFullName(bot, params.full_name);
  checkStrength(password, [full_name, email]);
  if (!isTimeZone(timezone)) {
    throw badRequest('timezone is not a recognized time zone');
  }
  const password_hash = await context.outsideTransaction(`hash\n${password}`, () =>
    hashPassword(password),
  );
  const given = await grantableTerms(asInviter(context, found), found.invitation);
  const invitation = { ...found.invitation, ...given };
  const person = await acceptInvitation(bot, invitation, {
    email,
    full_name,
    password_hash,
    timezone,
  });
  return { user_id: person.id, email: person.delivery_email };
};

export const joinHandlers = { describeInvite, joinByInvite, mailJoinLink };
