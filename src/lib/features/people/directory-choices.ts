import { m } from '$lib/paraglide/messages';
import { userRole, userRoles, type UserRole } from '../../api/roles';
import type { Account } from '../../client/account/account.svelte';
import type { DirectoryFacets, DirectoryOrder } from './people-directory';

export type KindChoice = DirectoryFacets['kind'] | `role ${number}`;

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

const roleLabels: Readonly<Record<UserRole, () => string>> = {
  [userRole.owner]: m.people_role_owners,
  [userRole.administrator]: m.people_role_administrators,
  [userRole.moderator]: m.people_role_moderators,
  [userRole.member]: m.people_role_members,
  [userRole.guest]: m.people_role_guests,
};

/** Leaves out presence if the organization hides it. */
export function kindChoices({ state }: Pick<Account, 'state'>): readonly Choice<KindChoice>[] {
  return [
    { value: 'all', label: m.people_kind_all() },
    ...(showsPresence(state) ? [{ value: 'here', label: m.people_kind_here() } as const] : []),
    { value: 'people', label: m.people_kind_people() },
    { value: 'bots', label: m.people_kind_bots() },
    ...userRoles.map((role) => ({ value: `role ${role}`, label: roleLabels[role]() }) as const),
  ];
}

export function orderChoices({ state }: Pick<Account, 'state'>): readonly Choice<DirectoryOrder>[] {
  return [
    { value: 'name', label: m.people_by_name() },
    ...(showsPresence(state) ? [{ value: 'active', label: m.people_by_active() } as const] : []),
    { value: 'newest', label: m.ui_newest_first() },
  ];
}

const showsPresence = (state: Account['state']) => state?.realm_presence_disabled !== true;
