import type { GroupSettingValue } from '../../api/group-setting';
import {
  isGuest,
  isInRoleGroup,
  roleGroups,
  type RoleGroup,
  type RoleHolder,
} from '../../api/roles';
import { andText } from '../../ui/list-text';
import { m } from '$lib/paraglide/messages';
import type { StateGroup } from '../../writing/permissions/group-permission';

/** Phrases for the middle of a sentence. */
const roleGroupPhrases: Readonly<Record<RoleGroup, () => string>> = {
  'role:owners': m.channel_who_owners,
  'role:administrators': m.channel_who_administrators,
  'role:moderators': m.channel_who_moderators,
  'role:fullmembers': m.channel_who_full_members,
  'role:members': m.channel_who_members,
  'role:everyone': m.channel_who_everyone,
  'role:internet': m.channel_who_internet,
};

/** Who has a permission: people of a role and above, plus groups and people. */
export interface PermissionAudience {
  readonly role: RoleGroup | undefined;
  /** Ids. */
  readonly groups: readonly number[];
  /** Ids. */
  readonly people: readonly number[];
}

/** Names and roles for ids. */
export interface AudienceFacts {
  readonly groups: readonly StateGroup[];
  readonly users: ReadonlyMap<
    number,
    { readonly full_name: string; readonly role?: number | undefined }
  >;
}

export const administratorAudience: PermissionAudience = {
  role: 'role:administrators',
  groups: [],
  people: [],
};

/** Union of the people with any of these permissions. `without guests` leaves out guests. */
export function audienceOf(
  values: readonly GroupSettingValue[],
  { groups, users }: AudienceFacts,
  guests: 'with guests' | 'without guests',
): PermissionAudience {
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  const isRole = (name: string | undefined) => name?.startsWith('role:') === true;
  const ids = values.flatMap((value) =>
    typeof value === 'number' ? [value] : value.direct_subgroups,
  );
  const people = values.flatMap((value) => (typeof value === 'number' ? [] : value.direct_members));
  const all = new Set(ids.map((id) => names.get(id)));
  const role = roleGroups.findLast((one) => all.has(one));
  const isOpen = role === 'role:everyone' || role === 'role:internet';
  return {
    role: isOpen && guests === 'without guests' ? 'role:members' : role,
    groups: [...new Set(ids.filter((id) => !isRole(names.get(id))))],
    people: [...new Set(people)].filter(
      (id) => guests === 'with guests' || !isGuest(users.get(id)),
    ),
  };
}

export function uniteAudiences(
  one: PermissionAudience,
  other: PermissionAudience,
): PermissionAudience {
  return {
    role: roleGroups.findLast((role) => role === one.role || role === other.role),
    groups: [...new Set([...one.groups, ...other.groups])],
    people: [...new Set([...one.people, ...other.people])],
  };
}

export const isEmptyAudience = ({ role, groups, people }: PermissionAudience): boolean =>
  role === undefined && groups.length === 0 && people.length === 0;

/** The client doesn't know when someone stops being a new member. */
const isCovered = (user: RoleHolder, group: RoleGroup) =>
  isInRoleGroup(user, group === 'role:fullmembers' ? 'role:moderators' : group);

/** Maximum number of people to name; the others are counted. */
const maxNamedPeople = 3;

/** A phrase that starts or ends a sentence: "the designers group, Ada, and administrators". */
export function audienceLabel(
  { role, groups, people }: PermissionAudience,
  facts: AudienceFacts,
): string {
  const names = people.flatMap((id) => {
    const user = facts.users.get(id);
    if (role && user && isCovered(user, role)) return [];
    return user?.full_name ?? m.ui_unknown_person();
  });
  const named = names.length > maxNamedPeople + 1 ? names.slice(0, maxNamedPeople) : names;
  const parts = [
    ...groups.map((id) => {
      const name = facts.groups.find((group) => group.id === id)?.name;
      return m.channel_who_group({ name: name ?? '?' });
    }),
    ...named,
    ...(named.length < names.length
      ? [m.channel_who_more({ count: names.length - named.length })]
      : []),
    // Last, or "everyone except guests and the designers" would exclude both.
    ...(role ? [roleGroupPhrases[role]()] : []),
  ];
  return andText(parts);
}
