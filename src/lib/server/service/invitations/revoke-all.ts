import { and, eq } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import type { ServiceContext } from '../context';
import { invitations } from '../db/schema/invitations';
import { announceInvites } from './announce';

/** Revokes all invitations of a user who is deactivated. */
export async function revokeInvitationsOf(
  context: ServiceContext,
  inviter_id: number,
): Promise<void> {
  const revoked = await context.tx
    .update(invitations)
    .set({ revoked: true })
    .where(
      and(
        eq(invitations.realm_id, context.realm.id),
        eq(invitations.inviter_id, inviter_id),
        eq(invitations.revoked, false),
        eq(invitations.used, false),
      ),
    )
    .returning({ id: invitations.id });
  if (revoked.length === 0) return;
  await recordAuditedChange(
    context,
    ...revoked.map(({ id }) => ({ action: 'invitation.revoked' as const, before: { id } })),
  );
  await announceInvites(context, inviter_id);
}
