import {
  realmSettingsTable,
  type RealmSettingName,
  type RealmSettingValues,
} from '$lib/api/realm-settings-table';
import type { RealmRow } from '../model';

/**
 * A setting of the organization by API name without `realm_`: the stored value, or else its
 * default.
 */
export function realmSettingOf<K extends RealmSettingName>(
  realm: RealmRow,
  name: K,
): RealmSettingValues[K] {
  const stored = realm.settings[name];
  return (
    stored === undefined ? realmSettingsTable[name].default : stored
  ) as RealmSettingValues[K];
}
