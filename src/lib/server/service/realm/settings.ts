import type { Realm } from '../model';
import { realmDefaults, type RealmSettings } from './defaults';

/** A setting of the organization, by its wire name without `realm_`. */
export function realmSetting<K extends keyof RealmSettings>(
  realm: Realm,
  name: K,
): RealmSettings[K] {
  const stored = realm.settings[name];
  return (stored === undefined ? realmDefaults[name] : stored) as RealmSettings[K];
}
