import { updateMessageFlags } from '../../api/flags';
import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account.svelte';
import { describe } from '../../client/error-table';
import type { Toasts } from '../../ui/toasts.svelte';
import type { MessageEdits } from './editing/edits.svelte';
import { tellUnread } from '../../writing/tell-marks';
import { copyLink } from './link-to';
import type { Deeds } from './message-actions';
import type { Reading } from './read/reading.svelte';

/** Says why it failed, if it does. */
export async function triedWith(toasts: Toasts, deed: Promise<unknown>): Promise<void> {
  try {
    await deed;
  } catch (failure) {
    toasts.show({ tone: 'danger', text: describe(failure) });
  }
}

/** Those that ask nothing. */
export function deedsOn(
  account: Account,
  toasts: Toasts,
  edits: MessageEdits,
  reading: Reading,
  readTo: (id: number) => void,
): Pick<Deeds, 'edit' | 'copyLink' | 'star' | 'readTo' | 'unreadFrom'> {
  return {
    edit: (message) => void edits.open(message),
    copyLink: (message) => void copyLink(message, account, toasts),
    star: ({ id, flags }) => {
      const op = flags.includes('starred') ? 'remove' : 'add';
      const params = { messages: [id], flag: 'starred' };
      void triedWith(toasts, account.call(updateMessageFlags, { ...params, op }));
    },
    readTo: ({ id }) => readTo(id),
    unreadFrom: ({ id }) => {
      const end = reading.unreadFrom(id).then((outcome) => tellUnread(outcome, toasts));
      void triedWith(toasts, end);
    },
  };
}

export function discardEdit(edits: MessageEdits, id: number, toasts: Toasts): void {
  const edit = edits.discard(id);
  if (!edit) return;
  const action = { label: m.drafts_undo(), run: () => edits.bringBack(id, edit) };
  toasts.show({ text: m.conversation_edit_dropped(), action });
}
