import {
  emojisets,
  notificationSounds,
  settingNames,
  settingsTable,
  type LegacyFamily,
} from '$lib/api/settings-table';
import { settingForNewAccounts, settingsOf } from '../users/settings';
import type { StateReader, StateScope } from './scope';

const choices = { available_notification_sounds: notificationSounds, emojiset_choices: emojisets };

/** Settings at the top level, for clients older than `user_settings`. */
function legacy(family: LegacyFamily): StateReader {
  return (scope: StateScope) => {
    if (scope.has('user_settings_object')) return {};
    const values = Object.entries(settingsOf(scope.context.user)).filter(
      ([name]) => settingsTable[name as keyof typeof settingsTable].legacy === family,
    );
    const { available_notification_sounds, emojiset_choices } = choices;
    return {
      ...Object.fromEntries(values),
      ...(family === 'display' ? { emojiset_choices } : { available_notification_sounds }),
    };
  };
}

export const settingsStates: Readonly<Record<string, StateReader>> = {
  user_settings: ({ context }) => ({
    user_settings: { ...settingsOf(context.user), ...choices },
  }),
  realm_user_settings_defaults: ({ context: { realm } }) => {
    const defaults = Object.fromEntries(
      settingNames
        .filter((name) => name !== 'timezone')
        .map((name) => [name, settingForNewAccounts(realm, name)]),
    );
    return { realm_user_settings_defaults: { ...defaults, ...choices } };
  },
  update_display_settings: legacy('display'),
  update_global_notifications: legacy('notifications'),
};
