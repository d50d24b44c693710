import type { RealmSettingEditor } from '$lib/api/realm-settings-table';
import { canChangeRealmSetting } from '$lib/api/permissions/organization';
import { ServiceFailure } from '../failure';
import type { UserRow } from '../model';

/**
 * Throws UNAUTHORIZED_PRINCIPAL if only owners can change this and the caller is only an
 * administrator.
 */
export function requireOwner(user: UserRow, keeper: RealmSettingEditor): void {
  if (!canChangeRealmSetting(user, keeper)) {
    throw new ServiceFailure('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner');
  }
}
