import { and, eq, lte } from 'drizzle-orm';
import type { Context } from '../context';
import { users } from '../db/schema/users';
import type { Realm, User } from '../model';
import { role } from '../permissions/roles';

/** Tells administrators and the inviter to look at the list again. https://zulip.com/api/get-events#invites_changed */
export async function announceInvites(
  { tx, realm, emit }: Pick<Context<User | null, Realm>, 'tx' | 'realm' | 'emit'>,
  inviter_id: number,
): Promise<void> {
  const administrators = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.realm_id, realm.id),
        eq(users.is_active, true),
        eq(users.is_bot, false),
        lte(users.role, role.administrator),
      ),
    );
  const audience = [...new Set([...administrators.map(({ id }) => id), inviter_id])];
  emit({ payload: { type: 'invites_changed' }, audience });
}
