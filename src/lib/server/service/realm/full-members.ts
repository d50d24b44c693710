import { userRole } from '$lib/api/roles';
import { and, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { users } from '../db/schema/users';
import type { RealmRow } from '../model';
import { loadSystemGroups } from '../permissions/load';
import { isFullMember } from '../permissions/roles';

/**
 * Announces who becomes a full member, and who no longer is one, after a change of the waiting
 * period.
 */
export async function announceFullMembers(
  context: ServiceContext,
  before: RealmRow,
  after: RealmRow,
): Promise<void> {
  const { tx, clock, emit } = context;
  const members = await tx
    .select({ id: users.id, role: users.role, date_joined: users.date_joined })
    .from(users)
    .where(
      and(
        eq(users.realm_id, after.id),
        eq(users.is_active, true),
        eq(users.is_system_bot, false),
        eq(users.role, userRole.member),
      ),
    );
  const now = clock.now();
  const changed = members.filter(
    (person) => isFullMember(person, before, now) !== isFullMember(person, after, now),
  );
  if (changed.length === 0) return;
  const group_id = (await loadSystemGroups(context)).id('role:fullmembers');
  const op = isFullMember(changed[0]!, after, now) ? 'add_members' : 'remove_members';
  const user_ids = changed.map(({ id }) => id);
  emit({ payload: { type: 'user_group', op, group_id, user_ids }, audience: 'realm' });
}
