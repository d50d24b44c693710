import { sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { idArray } from '../db/ids';
import { queryRows } from '../db/query-rows';
import type { UserRow } from '../model';
import { loadSystemGroups } from '../permissions/load';
import { roleGroupOf } from '../permissions/roles';

type Op = 'add_members' | 'remove_members';
type MembersByGroup = ReadonlyMap<number, readonly number[]>;

/** The groups that list these users because of their roles, with the users that each lists. */
async function byRole(
  context: ServiceContext,
  people: readonly UserRow[],
): Promise<Map<number, number[]>> {
  const groups = await loadSystemGroups(context);
  const now = context.clock.now();
  const found = new Map<number, number[]>();
  for (const person of people) {
    for (const name of roleGroupOf(person, context.realm, now)) {
      const id = groups.id(name);
      found.set(id, [...(found.get(id) ?? []), person.id]);
    }
  }
  return found;
}

/** Sends the events that these users joined or left their role groups. */
export async function announceRoleGroups(
  context: ServiceContext,
  op: Op,
  people: readonly UserRow[],
): Promise<void> {
  announceMembers(context, op, await byRole(context, people));
}

/** Sends the events for a changed role. `before` and `after` are the same user. */
export async function announceNewRoleGroups(
  context: ServiceContext,
  before: UserRow,
  after: UserRow,
): Promise<void> {
  const left = await byRole(context, [before]);
  const joined = await byRole(context, [after]);
  const only = (some: MembersByGroup, other: MembersByGroup) =>
    new Map([...some].filter(([id]) => !other.has(id)));
  announceMembers(context, 'remove_members', only(left, joined));
  announceMembers(context, 'add_members', only(joined, left));
}

/**
 * Sends the events that these users joined or left all their groups, because groups don't list
 * deactivated users.
 */
export async function announceAllGroups(
  context: ServiceContext,
  op: Op,
  people: readonly UserRow[],
): Promise<void> {
  await announceRoleGroups(context, op, people);
  const ids = people.map(({ id }) => id);
  const rows = await queryRows<{ group_id: number; user_ids: number[]; deactivated: boolean }>(
    context.tx,
    sql`select m.group_id, g.deactivated, array_agg(m.user_id order by m.user_id) as user_ids
      from user_group_members m join user_groups g on g.id = m.group_id
      where m.user_id = any(${idArray(ids)}) group by m.group_id, g.deactivated order by m.group_id`,
  );
  const of = (deactivated: boolean) =>
    new Map(
      rows
        .filter((row) => row.deactivated === deactivated)
        .map((row) => [row.group_id, row.user_ids]),
    );
  announceMembers(context, op, of(false));
  announceMembers(context, op, of(true), { with: 'include_deactivated_groups' });
}

function announceMembers(
  { emit }: ServiceContext,
  op: Op,
  members: MembersByGroup,
  hidden?: { readonly with: 'include_deactivated_groups' },
): void {
  for (const [group_id, user_ids] of members) {
    emit({
      payload: { type: 'user_group', op, group_id, user_ids },
      audience: 'realm',
      ...(hidden && { hidden }),
    });
  }
}
