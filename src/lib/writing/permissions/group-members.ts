import type { StateGroup } from './group-permission';

/** Ids of all people in these groups and their subgroups, each once. */
export function memberIdsOfGroups(
  ids: readonly number[],
  groups: readonly StateGroup[],
): ReadonlySet<number> {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const people = new Set<number>();
  const seen = new Set<number>();
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const group = byId.get(id);
    for (const member of group?.members ?? []) people.add(member);
    open.push(...(group?.direct_subgroup_ids ?? []));
  }
  return people;
}
