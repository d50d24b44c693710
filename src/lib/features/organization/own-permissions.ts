import type { GroupSettingValue } from '../../api/group-setting';
import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account/account.svelte';
import { listText } from '../../ui/list-text';
import { includesUser } from '../../writing/permissions/group-permission';
import { peopleAndGroupsOf, type GroupSettingLimits } from './group-setting-value';
import { groupName } from './group-labels';

type Server = Pick<Account, 'state' | 'user' | 'user_id'>;

/** By what the wire calls it: `realm_` and the name. The state keeps what it does not know as it came. */
export function realmValue({ state }: Server, name: string): unknown {
  return (state as Readonly<Record<string, unknown>> | null)?.[`realm_${name}`];
}

export function ownRole(account: Server): number {
  return account.user(account.user_id)?.role ?? account.state?.role ?? 400;
}

export const isOwnerAccount = (account: Server) => ownRole(account) <= 100;
export const isAdministratorAccount = (account: Server) => ownRole(account) <= 200;
export const isGuestAccount = (account: Server) => ownRole(account) >= 600;

/** Whether somebody is in the value of a permission. What is not known is left to the server. */
export function includesMe(account: Server, value: unknown): boolean {
  const { user_id } = account;
  if (!isGroupSettingValue(value) || user_id === undefined) return true;
  return includesUser(value, user_id, account.state?.realm_user_groups ?? []);
}

/** Whether the organization's permission of this name is ours. */
export function realmPermits(account: Server, name: string): boolean {
  return includesMe(account, realmValue(account, name));
}

/** Who has a permission, in words: roles and groups by name, and how many people besides. */
export function permissionHoldersLabel(account: Server, value: unknown): string {
  if (!isGroupSettingValue(value)) return m.organization_group_unknown();
  const { people, groups } = peopleAndGroupsOf(value);
  const names = groups.map((id) => groupName(id, account.state?.realm_user_groups ?? []));
  const named = people.map((id) => account.user(id)?.full_name ?? m.ui_unknown_person());
  const all = [...names, ...named];
  return all.length === 0 ? m.ui_no_one() : listText(all);
}

export function isGroupSettingValue(value: unknown): value is GroupSettingValue {
  return typeof value === 'number' || (typeof value === 'object' && value !== null);
}

/** What the server lets a permission be. Where it does not say: any role, and any group. */
export function groupSettingLimitsOf(
  { state }: Server,
  kind: 'realm' | 'stream' | 'group',
  name: string,
): GroupSettingLimits {
  const all = (state as Readonly<Record<string, unknown>> | null)?.[
    'server_supported_permission_settings'
  ] as Readonly<Record<string, Readonly<Record<string, GroupSettingLimits>>>> | undefined;
  return (
    all?.[kind]?.[name] ?? {
      require_system_group: false,
      allow_internet_group: false,
      allow_nobody_group: true,
      allow_everyone_group: false,
      default_group_name: 'role:nobody',
      allowed_system_groups: [],
    }
  );
}
