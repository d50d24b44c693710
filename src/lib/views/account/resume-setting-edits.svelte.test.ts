import { expect, it, onTestFinished } from 'vitest';
import { anAccount } from '../../../../tests/support/account';
import { aState } from '../../../../tests/support/state';
import { AccountStores } from '../../client/account/account-stores.svelte';
import { accountStorageNames, writeAccountStorage } from '../../client/storage/account-storage';
import type { AccountDrafts } from '../../features/drafts/account-drafts.svelte';
import { ToastQueue } from '../../ui/toast-queue.svelte';
import { createOutbox } from './create-outbox';
import { resumeSettingEdits } from './resume-setting-edits';

it('saves a setting that was changed before the page was closed', async () => {
  const answers = { updateSettings: () => ({}) };
  const { account, calls } = anAccount({ answers, state: aState() });
  writeAccountStorage(account.id, 'unsaved/setting/starred_message_counts', { value: false });
  const toasts = new ToastQueue();
  const outbox = createOutbox(account, {} as AccountDrafts);
  const stores = new AccountStores(account, toasts, outbox);
  onTestFinished(() => stores.stop());
  await resumeSettingEdits(stores);
  await expect
    .poll(() => toasts.all.map(({ key }) => key))
    .toEqual(['setting-starred_message_counts']);
  expect(calls('updateSettings')).toEqual([{ starred_message_counts: false }]);
  expect(accountStorageNames(account.id, 'unsaved/')).toEqual([]);
});
