import {
  realmSettingsTable,
  type RealmSettingName,
  type RealmSettingValues,
} from '$lib/api/realm-settings-table';
import type { RealmRow } from '../model';

/** A setting of the organization, by its wire name without `realm_`: what is stored, else its default. */
export function realmSettingOf<K extends RealmSettingName>(
  realm: RealmRow,
  name: K,
): RealmSettingValues[K] {
  const stored = realm.settings[name];
  return (
    stored === undefined ? realmSettingsTable[name].default : stored
  ) as RealmSettingValues[K];
}
