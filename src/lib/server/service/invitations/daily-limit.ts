import { and, count, eq, gt, isNotNull } from 'drizzle-orm';
import type { Context } from '../context';
import { invitations } from '../db/schema/invitations';
import { lockRealm } from '../realm/lock';
import { invitationFailed } from './invitees';

const day = 24 * 3600 * 1000;

/**
 * Throws INVITATION_FAILED where so many more mails are more than the organization may send in a day:
 * whoever runs the server answers for what it sends to strangers. What was taken back counts too, and
 * of two calls at once both do not fit.
 */
export async function checkDailyLimit(context: Context, more: number): Promise<void> {
  const { tx, realm, clock, server } = context;
  await lockRealm(context);
  const [row] = await tx
    .select({ sent: count() })
    .from(invitations)
    .where(
      and(
        eq(invitations.realm_id, realm.id),
        isNotNull(invitations.email),
        gt(invitations.invited, new Date(clock.now() - day)),
      ),
    );
  if (Number(row?.sent ?? 0) + more <= server.invitationsPerDay) return;
  throw invitationFailed(
    `This organization sends at most ${server.invitationsPerDay} invitations a day, so nobody was invited.`,
    [],
    { sent_invitations: false, daily_limit_reached: true },
  );
}
