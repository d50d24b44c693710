import type { GroupSettingValue } from '../../api/group-setting';
import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account/account.svelte';
import { listText } from '../../ui/list-text';
import { peopleAndGroupsOf, type GroupSettingLimits } from './group-setting-value';
import { groupName } from './group-labels';

type Server = Pick<Account, 'state' | 'user' | 'user_id'>;

/** Label of who has a permission: roles and groups by name, plus the number of other people. */
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

/**
 * The values that the server allows for a permission. If it doesn't say: any role and any group.
 */
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
