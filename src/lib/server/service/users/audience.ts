import { and, eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { users } from '../db/schema/users';
import type { UserRow } from '../model';
import { loadSystemGroups, loadSettingMembers } from '../permissions/load';

/** Users who can see a user, and so get events about their changes. */
export async function audienceOfUser(
  context: ServiceContext,
  person: Pick<UserRow, 'id' | 'is_bot'>,
): Promise<number[] | 'realm'> {
  const groups = await loadSystemGroups(context);
  const setting = groups.realmSetting(context.realm, 'can_access_all_users_group');
  if (person.is_bot || setting === groups.id('role:everyone')) return 'realm';
  const seeing = new Set(await loadSettingMembers(context, setting));
  const near = await context.tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.realm_id, context.realm.id),
        eq(users.is_active, true),
        sql`(${users.id} = ${person.id} or exists (select 1 from subscriptions mine
          join subscriptions theirs on theirs.stream_id = mine.stream_id and theirs.active
          where mine.user_id = ${person.id} and mine.active and theirs.user_id = ${users.id})
          or exists (select 1 from recipients r
          where r.user_ids @> array[${person.id}::int, ${users.id}]))`,
      ),
    );
  for (const { id } of near) seeing.add(id);
  return [...seeing];
}
