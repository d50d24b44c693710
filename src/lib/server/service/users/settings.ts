import {
  settingNames,
  settingsTable,
  type SettingName,
  type UserSettings,
} from '$lib/api/settings-table';
import type { RealmRow, UserRow } from '../model';
import { realmSettingOf } from '../realm/settings';

/** A personal setting: the stored value, or else the table's default. */
export function settingOf<K extends SettingName>(user: UserRow, name: K): UserSettings[K] {
  if (name === 'timezone') return user.timezone as UserSettings[K];
  const stored = user.settings[name];
  return (stored === undefined ? settingsTable[name].default : stored) as UserSettings[K];
}

export function settingsOf(user: UserRow): UserSettings {
  const values = settingNames.map((name) => [name, settingOf(user, name)]);
  return Object.fromEntries(values) as UserSettings;
}

/** A setting's default for new accounts. The language is a setting of the organization. */
export function settingForNewAccounts<K extends SettingName>(
  realm: RealmRow,
  name: K,
): UserSettings[K] {
  if (name === 'default_language') return realmSettingOf(realm, name) as UserSettings[K];
  const chosen = realm.user_settings_defaults[name];
  return (chosen === undefined ? settingsTable[name].default : chosen) as UserSettings[K];
}

/**
 * Settings to store with a new account, which keeps them when the organization changes its
 * defaults. Bots get only the language.
 */
export function settingsForNewAccount(
  realm: RealmRow,
  { isBot = false } = {},
): UserRow['settings'] {
  const { default_language } = realm.settings;
  return {
    ...(!isBot && realm.user_settings_defaults),
    ...(default_language !== undefined && { default_language }),
  };
}
