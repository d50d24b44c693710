import {
  realmSettingsTable,
  type RealmSettingName,
  type RealmSettingValues,
} from '$lib/api/realm-settings-table';
import type { Realm } from '../model';

/** A setting of the organization, by its wire name without `realm_`: what is stored, else its default. */
export function realmSetting<K extends RealmSettingName>(
  realm: Realm,
  name: K,
): RealmSettingValues[K] {
  const stored = realm.settings[name];
  return (
    stored === undefined ? realmSettingsTable[name].default : stored
  ) as RealmSettingValues[K];
}
