import {
  settingNames,
  settingsTable,
  type SettingName,
  type UserSettings,
} from '$lib/api/settings-table';
import type { Realm, User } from '../model';

/** A personal setting: what is stored, else the table's default. */
export function settingOf<K extends SettingName>(user: User, name: K): UserSettings[K] {
  if (name === 'timezone') return user.timezone as UserSettings[K];
  const stored = user.settings[name];
  return (stored === undefined ? settingsTable[name].default : stored) as UserSettings[K];
}

/** All personal settings, with the organization's language where none was chosen. */
export function settingsOf(user: User, realm: Realm): UserSettings {
  const values = Object.fromEntries(settingNames.map((name) => [name, settingOf(user, name)]));
  const language = user.settings['default_language'] ?? realm.settings['default_language'];
  if (typeof language === 'string') values['default_language'] = language;
  return values as UserSettings;
}

/**
 * What an account begins with. It is stored with each (`createPerson`): accounts keep what they began
 * with when the organization chooses something else.
 */
export function settingForNewAccounts<K extends SettingName>(
  realm: Realm,
  name: K,
): UserSettings[K] {
  const chosen = realm.user_settings_defaults[name];
  return (chosen === undefined ? settingsTable[name].default : chosen) as UserSettings[K];
}
