import { m } from '$lib/paraglide/messages';
import type { RegisterState } from '../../api/register';
import { memberIdsOfGroups } from '../../writing/permissions/group-members';

type Groups = RegisterState['realm_user_groups'];
type Group = NonNullable<Groups>[number];

/** Groups created by people, by name, without role-based and deactivated ones. */
export function customGroups(groups: Groups): readonly Group[] {
  return (groups ?? [])
    .filter(({ is_system_group, deactivated }) => !is_system_group && !deactivated)
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Groups the person is in, directly or through a subgroup. */
export function groupsOfPerson(user_id: number, groups: Groups): readonly Group[] {
  return customGroups(groups).filter(({ id }) =>
    memberIdsOfGroups([id], groups ?? []).has(user_id),
  );
}

/** Groups to filter the directory by, always including the one chosen. */
export function groupChoices(groups: Groups, chosen: number | undefined) {
  const known = customGroups(groups);
  const other = known.some(({ id }) => id === chosen)
    ? undefined
    : groups?.find(({ id }) => id === chosen);
  return [
    { value: '', label: m.people_any_group() },
    ...[...known, ...(other ? [other] : [])].map(({ id, name }) => ({
      value: String(id),
      label: name,
    })),
  ];
}
