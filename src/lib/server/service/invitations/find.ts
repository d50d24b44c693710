import type { Invite } from '$lib/api/invites';
import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { Context } from '../context';
import { isRowId } from '../db/ids';
import { invitations } from '../db/schema/invitations';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import type { Realm, User } from '../model';
import { checkOwner } from '../permissions/people';
import { isAdministrator, role } from '../permissions/roles';
import { unixTime } from '../users/wire';

export type Invitation = typeof invitations.$inferSelect;
type Scope = Pick<Context<User | null, Realm>, 'tx' | 'realm' | 'clock'>;

/** When it ends; null for never. */
export function endOf({ invited, minutes }: Invitation): Date | null {
  return minutes === null ? null : new Date(invited.getTime() + minutes * 60_000);
}

/** Behind whose link one joins. */
export function linkOf({ baseUrl }: Pick<Context, 'baseUrl'>, { key }: Invitation): string {
  return `${baseUrl}/join/${key}/`;
}

/** Not used, revoked or expired, of somebody who is still there, and made by them; by id. */
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
 * An open one that the caller may end or send again: their own, or any for administrators; one that
 * makes owners is for owners. Throws 400, the same for those of others as for what is not there.
 */
export async function accessInvitation(
  context: Context,
  id: number,
  kind: 'link' | 'e-mail',
): Promise<Invitation> {
  const { user } = context;
  const [found] = isRowId(id) ? await openInvitations(context, eq(invitations.id, id)) : [];
  const isMine = found?.inviter_id === user.id;
  if (!found || (found.email === null) !== (kind === 'link')) throw noSuchInvitation();
  if (!isMine && !isAdministrator(user)) throw noSuchInvitation();
  checkOwner(user, found.invited_as);
  return found;
}

/** Who may end an invitation, and so read its link: what makes owners is for owners alone. */
function mayRevoke({ user }: Pick<Context, 'user'>, row: Invitation): boolean {
  if (row.invited_as === role.owner) return user.role === role.owner;
  return row.inviter_id === user.id || isAdministrator(user);
}

export const noSuchInvitation = () => badRequest('No such invitation');

export function wireInvite(context: Context, row: Invitation): Invite {
  const end = endOf(row);
  return {
    id: row.id,
    invited_by_user_id: row.inviter_id,
    invited: unixTime(row.invited),
    expiry_date: end && unixTime(end),
    invited_as: row.invited_as as Invite['invited_as'],
    is_multiuse: row.email === null,
    ...(row.email === null
      ? mayRevoke(context, row) && { link_url: linkOf(context, row) }
      : { email: row.email, notify_referrer_on_join: row.notify_referrer_on_join }),
  };
}
