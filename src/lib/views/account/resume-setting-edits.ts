import type { Account } from '../../client/account/account.svelte';
import type { AccountStores } from '../../client/account/account-stores.svelte';
import {
  accountStorageNames,
  pendingEditPrefix,
  type PendingEditKind,
} from '../../client/storage/account-storage';
import type { ToastQueue } from '../../ui/toast-queue.svelte';

type EditsLoader = () => Promise<
  (account: Account, stores: AccountStores, toasts: ToastQueue) => unknown
>;

const loads: Readonly<Record<PendingEditKind, EditsLoader>> = {
  setting: async () =>
    (await import('../../features/settings/setting-edits.svelte')).settingEditsOf,
  organization: async () =>
    (await import('../../features/organization/realm-edits.svelte')).realmEditsOf,
  default: async () => (await import('../organization/DefaultsSection.svelte')).defaultEditsOf,
};

/** Saves the settings that were changed without a connection before the page was closed. */
export async function resumeSettingEdits(
  account: Account,
  stores: AccountStores,
  toasts: ToastQueue,
): Promise<void> {
  for (const [kind, load] of Object.entries(loads)) {
    const stored = accountStorageNames(account.id, pendingEditPrefix(kind as PendingEditKind));
    if (stored.length > 0) (await load())(account, stores, toasts);
  }
}
