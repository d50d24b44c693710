import { eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { queryRows } from '../db/query-rows';
import { invitations } from '../db/schema/invitations';
import { lockRealm } from '../realm/lock';
import { invitationFailed } from './invitees';

const day = 24 * 3600;

/**
 * Throws INVITATION_FAILED if this many more emails exceed the organization's daily limit, because
 * the server's operator is responsible for what it sends to strangers. Revoked and resent
 * invitations count too. Two concurrent calls can't both use the rest.
 */
export async function checkDailyLimit(context: ServiceContext, more: number): Promise<void> {
  const { tx, realm, service } = context;
  await lockRealm(context);
  const [row] = await queryRows<{ sent: number }>(
    tx,
    sql`select count(*)::int as sent from invitations, unnest(mailed) as at
      where realm_id = ${realm.id}::int and at > ${dayAgo(context)}::int`,
  );
  if ((row?.sent ?? 0) + more <= service.server.invitationsPerDay) return;
  throw invitationFailed(
    `This organization sends at most ${service.server.invitationsPerDay} invitations a day, so none was sent.`,
    [],
    { sent_invitations: false, daily_limit_reached: true },
  );
}

/** Counts another email with an invitation, whose validity starts again with it. */
export async function countMail(context: ServiceContext, id: number): Promise<void> {
  const now = context.clock.now();
  await context.tx
    .update(invitations)
    .set({
      invited: new Date(now),
      mailed: sql`array(select at from unnest(${invitations.mailed}) as at
        where at > ${dayAgo(context)}::int) || ${Math.floor(now / 1000)}::int`,
    })
    .where(eq(invitations.id, id));
}

const dayAgo = ({ clock }: ServiceContext) => Math.floor(clock.now() / 1000) - day;
