import {
  emojisets,
  notificationSounds,
  settingNames,
  settingsTable,
  type LegacyFamily,
} from '$lib/api/settings-table';
import { settingsOf } from '../users/settings';
import type { State, StateScope } from './scope';

const choices = { available_notification_sounds: notificationSounds, emojiset_choices: emojisets };

/** Settings at the top level, for clients from before `user_settings`. */
function legacy(family: LegacyFamily): State {
  return (scope: StateScope) => {
    if (scope.has('user_settings_object')) return {};
    const { user, realm } = scope.context;
    const values = Object.entries(settingsOf(user, realm)).filter(
      ([name]) => settingsTable[name as keyof typeof settingsTable].legacy === family,
    );
    const { available_notification_sounds, emojiset_choices } = choices;
    return {
      ...Object.fromEntries(values),
      ...(family === 'display' ? { emojiset_choices } : { available_notification_sounds }),
    };
  };
}

export const settingsStates: Readonly<Record<string, State>> = {
  user_settings: ({ context }) => ({
    user_settings: { ...settingsOf(context.user, context.realm), ...choices },
  }),
  realm_user_settings_defaults: ({ context }) => {
    const defaults = Object.fromEntries(
      settingNames
        .filter((name) => name !== 'timezone')
        .map((name) => [name, settingsTable[name].default]),
    );
    const default_language = context.realm.settings['default_language'];
    return {
      realm_user_settings_defaults: {
        ...defaults,
        ...(typeof default_language === 'string' && { default_language }),
        ...choices,
      },
    };
  },
  update_display_settings: legacy('display'),
  update_global_notifications: legacy('notifications'),
};
