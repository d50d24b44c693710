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
      undo: () => undoRemoval([id], drafts, toasts),
    }),
  );
}

/** Undoes a removal from these trash entries. Returns why, if they are gone from the trash. */
export function undoRemoval(
  ids: readonly string[],
  drafts: AccountDrafts,
  toasts: ToastQueue,
): string | undefined {
  const left = ids.filter((id) => drafts.trash.some((entry) => entry.id === id));
  if (left.length === 0) return m.ui_undo_gone();
  toasts.undos.announceRestored(
    'drafts',
    left.map((id) => drafts.restore(id)),
  );
  return undefined;
}
