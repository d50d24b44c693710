import type { PendingInvite } from '$lib/api/invites';
import { isAdministrator, userRole } from '$lib/api/roles';
import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { invitations } from '../db/schema/invitations';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import type { RealmRow, UserRow } from '../model';
import { requireOwnerToChangeOwner } from '../permissions/manage-people';
import { unixTime } from '../users/wire';

export type Invitation = typeof invitations.$inferSelect;
type Scope = Pick<ServiceContext<UserRow | null, RealmRow>, 'tx' | 'realm' | 'clock'>;

/** When it expires. Null for never. */
export function invitationExpiryOf({ invited, minutes }: Invitation): Date | null {
  return minutes === null ? null : new Date(invited.getTime() + minutes * 60_000);
}

export function invitationLink(
  { baseUrl }: Pick<ServiceContext, 'baseUrl'>,
  { key }: Invitation,
): string {
  return `${baseUrl}/join/${key}/`;
}

/**
 * Invitations by active users that aren't used, revoked or expired, by id. Leaves out those created
 * through a reusable link.
 */
export async function openInvitations(
  { tx, realm, clock }: Scope,
  only?: SQL,
): Promise<Invitation[]> {
  const now = new Date(clock.now()).toISOString();
  const rows = await tx
    .select({ invitation: invitations })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.inviter_id))
    .where(
      and(
        eq(invitations.realm_id, realm.id),
        eq(users.is_active, true),
        eq(invitations.revoked, false),
        eq(invitations.used, false),
        isNull(invitations.link_id),
        sql`(${invitations.minutes} is null or
          ${invitations.invited} + ${invitations.minutes} * interval '1 minute' > ${now}::timestamptz)`,
        only,
      ),
    )
    .orderBy(asc(invitations.id));
  return rows.map(({ invitation }) => invitation);
}

/**
 * An open invitation that the caller can revoke or resend: their own, or any for administrators.
 * Only owners can for those that create owners. Throws 400, with the same error for other users'
 * and missing ones.
 */
export async function accessInvitation(
  context: ServiceContext,
  id: number,
  kind: 'link' | 'e-mail',
): Promise<Invitation> {
  const { user } = context;
  const [found] = isRowId(id) ? await openInvitations(context, eq(invitations.id, id)) : [];
  const isMine = found?.inviter_id === user.id;
  if (!found || (found.email === null) !== (kind === 'link')) throw noSuchInvitation();
  if (!isMine && !isAdministrator(user)) throw noSuchInvitation();
  requireOwnerToChangeOwner(user, found.invited_as);
  return found;
}

/**
 * Whether the caller can revoke an invitation, and so read its link. Only owners can for those that
 * create owners.
 */
function canRevoke({ user }: Pick<ServiceContext, 'user'>, row: Invitation): boolean {
  if (row.invited_as === userRole.owner) return user.role === userRole.owner;
  return row.inviter_id === user.id || isAdministrator(user);
}

export const noSuchInvitation = () => badRequest('No such invitation');

export function wireInvite(context: ServiceContext, row: Invitation): PendingInvite {
  const end = invitationExpiryOf(row);
  return {
    id: row.id,
    invited_by_user_id: row.inviter_id,
    invited: unixTime(row.invited),
    expiry_date: end && unixTime(end),
    invited_as: row.invited_as as PendingInvite['invited_as'],
    is_multiuse: row.email === null,
    ...(row.email === null
      ? canRevoke(context, row) && { link_url: invitationLink(context, row) }
      : { email: row.email, notify_referrer_on_join: row.notify_referrer_on_join }),
  };
}
