import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account/account.svelte';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import { recipientLabel } from '../../writing/recipients/recipient-label';
import type { AccountDrafts } from './account-drafts.svelte';

/**
 * Shows a toast with undo for each text that was cleared in its box. Returns a function that stops
 * it.
 */
export function announceCleared(
  drafts: AccountDrafts,
  account: Account,
  toasts: ToastQueue,
): () => void {
  return drafts.onCleared(({ id, local, body }) =>
    toasts.show({
      key: `drafts-cleared-${local}`,
      text:
        body.type === ''
          ? m.drafts_cleared()
          : m.drafts_cleared_one({ recipient: recipientLabel(body, account) }),
      action: { label: m.ui_undo(), run: () => drafts.undoRemoval([id]) },
    }),
  );
}
