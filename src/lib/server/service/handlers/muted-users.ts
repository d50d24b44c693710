import { and, eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { mutedUsers } from '../db/schema/muted-users';
import { badRequest } from '../failure';
import type { OperationHandlers } from '../handler';
import { announceFlags, setFlag } from '../messages/flags';
import { findUserById } from '../users/find-user';
import { listMutedUsers } from '../users/muted';

const read = { op: 'add', flag: 'read' } as const;

/** Sends the whole list to the user's clients, as the API requires. */
async function announce(context: ServiceContext): Promise<void> {
  const muted_users = await listMutedUsers(context);
  context.emit({ payload: { type: 'muted_users', muted_users }, audience: [context.user.id] });
}

export const mutedUserHandlers = {
  /** Earlier messages of the muted user are marked as read too. */
  async muteUser(context, { muted_user_id }) {
    const { tx, user, clock } = context;
    if (muted_user_id === user.id) throw badRequest("You can't mute yourself.");
    if (!(await findUserById(context, muted_user_id))) throw badRequest('No such user');
    const [made] = await tx
      .insert(mutedUsers)
      .values({ user_id: user.id, muted_user_id, date_muted: new Date(clock.now()) })
      .onConflictDoNothing()
      .returning();
    if (!made) throw badRequest('This person is already muted.');
    await announce(context);
    const theirs = sql`exists (select 1 from messages m
    where m.id = message_id and m.sender_id = ${muted_user_id}::int)`;
    await announceFlags(context, read, await setFlag(context, read, theirs));
  },

  async unmuteUser(context, { muted_user_id }) {
    const { tx, user } = context;
    const own = isRowId(muted_user_id)
      ? and(eq(mutedUsers.user_id, user.id), eq(mutedUsers.muted_user_id, muted_user_id))
      : sql`false`;
    const [gone] = await tx.delete(mutedUsers).where(own).returning();
    if (!gone) throw badRequest('This person is not muted.');
    await announce(context);
  },
} satisfies Partial<OperationHandlers>;
