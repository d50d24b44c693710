import { m } from '$lib/paraglide/messages';
import { accountStore } from '../../client/account/account-stores.svelte';
import { MessageEdits } from '../../features/conversation/editing/message-edits.svelte';
import { useDrafts } from '../../features/drafts/context';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import type { AddressedText } from '../../writing/sending/addressed-text';

/** The account's edits of sent messages. */
export const useMessageEdits = accountStore(({ account }) => {
  const drafts = useDrafts();
  return new MessageEdits(account, (body: AddressedText) => {
    const key = drafts.create(body);
    drafts.edit(key, body.content);
    drafts.blur(key);
  });
});

export function discardMessageEdit(edits: MessageEdits, id: number, toasts: ToastQueue): void {
  const edit = edits.discard(id);
  if (!edit) return;
  toasts.show({ text: m.ui_changes_discarded(), undo: () => edits.restore(id, edit) });
}
