import { NetworkFailure } from '../../api/errors';
import { requireParameterTaken } from '../../api/ignored-parameters';
import type { SettingName, UserSettings } from '../../api/settings-table';
import type { Account } from './account.svelte';

/** Saves one setting of the account; all tabs and devices follow. Throws `AnyFailure`. */
export async function updateSetting<K extends SettingName>(
  account: Account,
  name: K,
  value: UserSettings[K],
): Promise<void> {
  // Imported on demand: the settings table is large, and most users change no setting in a session.
  const { updateSettings } = await import('../../api/settings').catch((cause: unknown) => {
    throw new NetworkFailure('updateSettings', 'unreachable', { cause });
  });
  requireParameterTaken(
    'updateSettings',
    name,
    await account.call(updateSettings, { [name]: value }),
  );
  account.settingSaved(name, value);
}
