import type { UserStatus } from '$lib/api/user-status';
import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { readTogether } from '../db/combine-selects';
import { userStatuses } from '../db/schema/user-status';
import { users } from '../db/schema/users';
import type { UserRow } from '../model';
import { settingOf } from '../users/settings';

export type StatusRow = Omit<typeof userStatuses.$inferSelect, 'user_id'>;

/** Undefined if it was never set. */
export async function findStatus(
  { tx }: Pick<ServiceContext, 'tx'>,
  user_id: number,
): Promise<StatusRow | undefined> {
  const [row] = await tx.select().from(userStatuses).where(eq(userStatuses.user_id, user_id));
  return row;
}

/** In the API's form, without empty parts. https://zulip.com/api/get-user-status */
export function wireStatus(user: UserRow, row: StatusRow | undefined): UserStatus {
  return {
    ...(!settingOf(user, 'presence_enabled') && { away: true }),
    ...(row && row.status_text !== '' && { status_text: row.status_text }),
    ...(row &&
      row.emoji_name !== '' && {
        emoji_name: row.emoji_name,
        emoji_code: row.emoji_code,
        reaction_type: row.reaction_type,
      }),
  };
}

/** Statuses of these users by user id, without those who have none. Both are read together. */
export async function statusesOf(
  { tx, realm }: Pick<ServiceContext, 'tx' | 'realm'>,
  loading: Promise<readonly UserRow[]>,
): Promise<Record<string, UserStatus>> {
  const [people, rows] = await readTogether([
    loading,
    tx
      .select({ row: userStatuses })
      .from(userStatuses)
      .innerJoin(users, eq(users.id, userStatuses.user_id))
      .where(eq(users.realm_id, realm.id)),
  ]);
  const byId = new Map(rows.map(({ row }) => [row.user_id, row]));
  return Object.fromEntries(
    people.flatMap((user) => {
      const status = wireStatus(user, byId.get(user.id));
      return Object.keys(status).length > 0 ? [[String(user.id), status]] : [];
    }),
  );
}
