import { asc, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { mutedUsers } from '../db/schema/muted-users';
import { unixTime } from './wire';

/** Users that the caller has muted, in order of muting. https://zulip.com/api/register-queue */
export async function listMutedUsers({ tx, user }: ServiceContext) {
  const rows = await tx
    .select()
    .from(mutedUsers)
    .where(eq(mutedUsers.user_id, user.id))
    .orderBy(asc(mutedUsers.date_muted), asc(mutedUsers.muted_user_id));
  return rows.map(({ muted_user_id, date_muted }) => ({
    id: muted_user_id,
    timestamp: unixTime(date_muted),
  }));
}
