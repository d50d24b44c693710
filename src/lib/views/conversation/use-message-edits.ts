import { m } from '$lib/paraglide/messages';
import { useAccount } from '../../client/account/account.svelte';
import { useAccountStores } from '../../client/account/account-stores.svelte';
import { MessageEdits } from '../../features/conversation/editing/message-edits.svelte';
import { useDrafts } from '../../features/drafts/context';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import type { AddressedText } from '../../writing/sending/addressed-text';

/** The account's edits of sent messages; call it during component initialization. */
export function useMessageEdits(): MessageEdits {
  const [stores, account, drafts] = [useAccountStores(), useAccount(), useDrafts()];
  const toDraft = (body: AddressedText) => {
    const key = drafts.create(body);
    drafts.edit(key, body.content);
    drafts.blur(key);
  };
  return stores.getOrCreate(MessageEdits, () => new MessageEdits(account, toDraft));
}

export function discardMessageEdit(edits: MessageEdits, id: number, toasts: ToastQueue): void {
  const edit = edits.discard(id);
  if (!edit) return;
  toasts.show({ text: m.ui_changes_discarded(), undo: () => edits.restore(id, edit) });
}
