import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import type { CachedReadScope, ServiceContext } from '../context';
import { users } from '../db/schema/users';
import { loadPermissions, type UserPermissions } from './load';

/**
 * Limits a query to users that the caller can see. Without `can_access_all_users_group`, these are
 * the caller, bots, subscribers of the caller's channels, and participants of their direct
 * messages.
 */
export async function visibleUsers(
  scope: CachedReadScope & Pick<ServiceContext, 'realm' | 'user' | 'clock'>,
  permissions?: UserPermissions,
): Promise<SQL | undefined> {
  const { user, realm } = scope;
  const inRealm = and(eq(users.realm_id, realm.id), eq(users.is_system_bot, false));
  const granted = permissions ?? (await loadPermissions(scope, user));
  if (granted.realmHas('can_access_all_users_group')) return inRealm;
  return and(
    inRealm,
    or(
      eq(users.id, user.id),
      eq(users.is_bot, true),
      sql`exists (select 1 from subscriptions mine
        join subscriptions theirs on theirs.stream_id = mine.stream_id and theirs.active
        where mine.user_id = ${user.id} and mine.active and theirs.user_id = ${users.id})`,
      sql`exists (select 1 from recipients r
        where r.user_ids @> array[${user.id}::int, ${users.id}])`,
    ),
  );
}
