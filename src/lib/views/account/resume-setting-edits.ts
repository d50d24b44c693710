import type { AccountStores } from '../../client/account/account-stores.svelte';
import {
  accountStorageNames,
  pendingEditPrefix,
  type PendingEditKind,
} from '../../client/storage/account-storage';

type EditsLoader = () => Promise<(stores: AccountStores) => unknown>;

const loads: Readonly<Record<PendingEditKind, EditsLoader>> = {
  setting: async () =>
    (await import('../../features/settings/setting-edits.svelte')).useSettingEdits,
  organization: async () =>
    (await import('../../features/organization/realm-edits.svelte')).useRealmEdits,
  default: async () => (await import('../organization/DefaultsSection.svelte')).useDefaultEdits,
};

/** Saves the settings that were changed without a connection before the page was closed. */
export async function resumeSettingEdits(stores: AccountStores): Promise<void> {
  for (const [kind, load] of Object.entries(loads)) {
    const stored = accountStorageNames(
      stores.account.id,
      pendingEditPrefix(kind as PendingEditKind),
    );
    if (stored.length > 0) (await load())(stores);
  }
}
