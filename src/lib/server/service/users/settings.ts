import {
  settingNames,
  settingsTable,
  type SettingName,
  type UserSettings,
} from '$lib/api/settings-table';
import type { RealmRow, UserRow } from '../model';
import { realmSettingOf } from '../realm/settings';

/** A personal setting: what is stored, else the table's default. */
export function settingOf<K extends SettingName>(user: UserRow, name: K): UserSettings[K] {
  if (name === 'timezone') return user.timezone as UserSettings[K];
  const stored = user.settings[name];
  return (stored === undefined ? settingsTable[name].default : stored) as UserSettings[K];
}

/** All personal settings. */
export function settingsOf(user: UserRow): UserSettings {
  const values = settingNames.map((name) => [name, settingOf(user, name)]);
  return Object.fromEntries(values) as UserSettings;
}

/** What an account begins with; the language is a setting of the organization's own. */
export function settingForNewAccounts<K extends SettingName>(
  realm: RealmRow,
  name: K,
): UserSettings[K] {
  if (name === 'default_language') return realmSettingOf(realm, name) as UserSettings[K];
  const chosen = realm.user_settings_defaults[name];
  return (chosen === undefined ? settingsTable[name].default : chosen) as UserSettings[K];
}

/**
 * Stored with an account that is made: it keeps them when the organization chooses something else. Bots
 * take the language alone.
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
