import { m } from '$lib/paraglide/messages';
import type { StateGroup } from '../../writing/permissions/group-permission';

/** Selected subscribers: ids of people, and of groups whose members are all included. */
export interface SubscriberSelection {
  readonly people: readonly number[];
  readonly groups: readonly number[];
}

export const noSubscribers: SubscriberSelection = { people: [], groups: [] };

const roleGroupNames: Readonly<Record<string, () => string>> = {
  'role:members': m.channel_members_members,
  'role:everyone': m.channel_members_everyone,
  'role:moderators': m.channel_members_moderators,
  'role:administrators': m.channel_members_administrators,
};

/** Label of a group; undefined if it can't be selected. */
export function selectableGroupName({
  name,
  deactivated,
}: StateGroup & { readonly deactivated?: boolean | undefined }): string | undefined {
  if (deactivated) return undefined;
  return name.startsWith('role:') ? roleGroupNames[name]?.() : name;
}

/** The active members of a group and its subgroups, without duplicates. */
export function activeGroupMembers(
  id: number,
  groups: readonly StateGroup[],
  users: ReadonlyMap<number, { readonly is_active: boolean }>,
): readonly number[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const people = new Set<number>();
  const seen = new Set<number>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const group = byId.get(next);
    for (const member of group?.members ?? []) people.add(member);
    open.push(...(group?.direct_subgroup_ids ?? []));
  }
  return [...people].filter((one) => users.get(one)?.is_active === true);
}

export function selectedPeople(
  { people, groups: chosen }: SubscriberSelection,
  groups: readonly StateGroup[],
  users: ReadonlyMap<number, { readonly is_active: boolean }>,
): readonly number[] {
  return [
    ...new Set([...people, ...chosen.flatMap((id) => activeGroupMembers(id, groups, users))]),
  ];
}
