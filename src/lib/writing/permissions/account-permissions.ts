import { parsedAs } from '../../api/parsed-as';
import type { ChannelPermission } from '../../api/channels';
import { groupSetting } from '../../api/group-setting';
import {
  canHold,
  type GroupPermissionName,
  type PermissionHolder,
} from '../../api/permissions/permission-holder';
import { isGrantedByPolicy } from '../../api/permissions/replaced-policies';
import type { RealmPermissionName } from '../../api/realm-permissions';
import type { RegisterState } from '../../api/register';
import { roleOf, type RoleHolder } from '../../api/roles';
import type { Account } from '../../client/account/account.svelte';
import { includesUser } from './group-permission';
import { ownRole } from './own-role';

type SettingFields = Readonly<Record<string, unknown>>;
type SettingKind = 'realm' | 'stream' | 'group';

interface HolderSource {
  readonly state: RegisterState | null;
  readonly user_id: number | undefined;
}

/** The user's permissions as far as the state tells. Only the server knows them for certain. */
export class AccountPermissions implements PermissionHolder<object, object> {
  readonly user_id: number | undefined;
  readonly role: number;
  readonly #state: RegisterState | null;

  constructor({ state, user_id }: HolderSource, user: RoleHolder | undefined) {
    this.user_id = user_id;
    this.role = roleOf({ role: user?.role ?? state?.role });
    this.#state = state;
  }

  realmHas(name: RealmPermissionName): boolean | undefined {
    const settingOf = (setting: string) =>
      (this.#state as SettingFields | null)?.[`realm_${setting}`];
    return this.#has('realm', name, settingOf(name)) ?? isGrantedByPolicy(name, settingOf, this);
  }

  streamHas(channel: object, name: ChannelPermission): boolean | undefined {
    return this.#has('stream', name, (channel as SettingFields)[name]);
  }

  groupHas(group: object, name: GroupPermissionName): boolean | undefined {
    return this.#has('group', name, (group as SettingFields)[name]);
  }

  #has(kind: SettingKind, name: string, value: unknown): boolean | undefined {
    const setting = parsedAs(groupSetting, value);
    if (setting === undefined) return undefined;
    if (this.user_id === undefined) return false;
    const allow_everyone_group = this.#allowsEveryone(kind, name);
    const groups = this.#state?.realm_user_groups ?? [];
    return canHold(this, { allow_everyone_group }) && includesUser(setting, this.user_id, groups);
  }

  /** What the server says about the setting; true if it says nothing. */
  #allowsEveryone(kind: SettingKind, name: string): boolean {
    const rules = this.#state?.server_supported_permission_settings as
      Partial<Record<SettingKind, Readonly<Record<string, SettingFields>>>> | undefined;
    return rules?.[kind]?.[name]?.['allow_everyone_group'] !== false;
  }
}

export function accountPermissions(
  account: Pick<Account, 'state' | 'user' | 'user_id'>,
): AccountPermissions {
  return new AccountPermissions(account, { role: ownRole(account) });
}
