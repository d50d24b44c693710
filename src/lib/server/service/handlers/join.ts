import type * as api from '$lib/api/join';
import { and, eq } from 'drizzle-orm';
import type { Context } from '../context';
import { invitations } from '../db/schema/invitations';
import { users } from '../db/schema/users';
import { badRequest, notFound, ServiceFailure } from '../failure';
import type { Handler } from '../handler';
import { mayStillInvite, stillGiven } from '../invitations/check';
import { endOf, type Invitation } from '../invitations/find';
import { joinBy } from '../invitations/join';
import type { Realm, User } from '../model';
import { hashPassword } from '../passwords';
import { checkFullName } from '../settings/full-name';
import { checkStrength } from '../settings/password';
import { isTimeZone } from '../settings/time-zone';
import { readEmail } from '../users/email';
import { asNotificationBot } from '../users/notification-bot';

/** Who follows a link is signed in as nobody. */
type Visitor = Context<null, Realm | null>;

interface Found {
  readonly invitation: Invitation;
  readonly inviter: User;
  readonly realm: Realm;
}

/**
 * Throws 404. A joining one takes its turn, since an invitation by e-mail is used once, and the
 * inviter stays meanwhile what they are.
 */
async function findByKey({ tx, realm }: Visitor, key: string, joining: boolean): Promise<Found> {
  const wanted = and(eq(invitations.realm_id, realm?.id ?? 0), eq(invitations.key, key));
  const [known] = await tx.select().from(invitations).where(wanted);
  if (!known || !realm) throw notFound('There is no invitation with this link.');
  // Who deactivates somebody locks them first as well, and then what they have invited with.
  const person = tx.select().from(users).where(eq(users.id, known.inviter_id));
  const [inviter] = await (joining ? person.for('share') : person);
  const [now] = joining
    ? await tx.select().from(invitations).where(eq(invitations.id, known.id)).for('update')
    : [known];
  return { invitation: now!, inviter: inviter!, realm };
}

async function stateOf(visitor: Visitor, found: Found) {
  const { invitation, inviter, realm } = found;
  if (invitation.used) return 'used';
  // With who invited, and with the organization, invitations end.
  if (invitation.revoked || !inviter.is_active || !realm.is_active) return 'revoked';
  const end = endOf(invitation);
  if (end !== null && end.getTime() <= visitor.clock.now()) return 'expired';
  return (await mayStillInvite(asInviter(visitor, found), invitation)) ? 'open' : 'revoked';
}

/** Nobody comes in by more than the inviter may give when they do. */
const asInviter = (visitor: Visitor, { realm, inviter: user }: Found): Context => ({
  ...visitor,
  realm,
  user,
});

const describeInvite: Handler<typeof api.describeInvite> = async (context, { key }) => {
  const found = await findByKey(context, key, false);
  const { invitation, inviter, realm } = found;
  return {
    state: await stateOf(context, found),
    organization: realm.name,
    inviter: inviter.full_name,
    invited_as: invitation.invited_as,
    email: invitation.email,
  };
};

const closed = {
  used: 'This invitation has been used already.',
  revoked: 'This invitation has been taken back.',
  expired: 'This invitation has expired.',
} as const;

const joinByInvite: Handler<typeof api.joinByInvite> = async (context, params) => {
  const { key, password, timezone = '' } = params;
  const found = await findByKey(context, key, true);
  const state = await stateOf(context, found);
  if (state !== 'open') {
    throw new ServiceFailure('INVITATION_CLOSED', closed[state], 400, { state });
  }
  const bot = await asNotificationBot(asInviter(context, found));
  if (!bot) throw badRequest('This organization cannot take anybody in.');
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
  const password_hash = await context.aside(`hash\n${password}`, () => hashPassword(password));
  const given = await stillGiven(asInviter(context, found), found.invitation);
  const invitation = { ...found.invitation, ...given };
  const person = await joinBy(bot, invitation, { email, full_name, password_hash, timezone });
  return { user_id: person.id, email: person.delivery_email };
};

export const joinHandlers = { describeInvite, joinByInvite };
