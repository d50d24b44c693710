import * as v from 'valibot';
import { defineOperation, optional, text, type OperationParameter } from './define-operation';
import { ignoredParameterEntries } from './ignored-parameters';
import {
  settingsTable,
  type SettingEntry,
  type SettingName,
  type UserSettings,
} from './settings-table';
import { password, textUpTo } from './value-schemas';

type SettingParameters = {
  readonly [K in SettingName]: OperationParameter<UserSettings[K], UserSettings[K], true>;
};

const settingParameters = Object.fromEntries(
  Object.entries<SettingEntry>(settingsTable).map(([name, { encoding, schema, since = 0 }]) => [
    name,
    { encoding, schema, optional: true, aliases: [], since },
  ]),
) as unknown as SettingParameters;

const params = {
  ...settingParameters,
  full_name: optional(text(textUpTo(1000))),
  /** Only starts the confirmation; the old address stays until the new one is confirmed. */
  email: optional(text(textUpTo(254))),
  old_password: optional(text(password)),
  new_password: optional(text(password)),
};

/** Only saves and announces values that differ. https://zulip.com/api/update-settings */
export const updateSettings = defineOperation({
  id: 'updateSettings',
  route: 'PATCH /settings',
  olderPaths: ['/settings/display', '/settings/notifications'],
  params,
  access: 'human',
  result: v.object(ignoredParameterEntries),
});
