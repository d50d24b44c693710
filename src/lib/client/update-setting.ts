import { updateSettings } from '../api/settings';
import type { SettingName, UserSettings } from '../api/settings-table';
import type { Account } from './account.svelte';

/** Saves one setting of the account; every tab and device follows. Throws `AnyFailure`. */
export async function updateSetting<K extends SettingName>(
  account: Account,
  name: K,
  value: UserSettings[K],
): Promise<void> {
  await account.call(updateSettings, { [name]: value });
  account.settingSaved(name, value);
}
