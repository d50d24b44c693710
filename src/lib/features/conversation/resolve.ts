import { ApiError } from '../../api/errors';
import { updateMessage } from '../../api/edit-message';
import type { Message } from '../../api/read-messages';
import type { Account } from '../../client/account.svelte';
import { m } from '$lib/paraglide/messages';
import type { Toasts } from '../../ui/toasts.svelte';
import { isSameConversation, type Recipient } from '../../writing/recipient';
import { recipientWords } from '../../writing/recipient-words';
import { isResolved, otherName } from '../../writing/resolved';
import { recipientOf } from './messages-after';
import { triedWith } from './tried';
import { whereIs } from './where-is';

/** Marks the topic of a message as resolved, or no longer so, and tells it. Throws `AnyFailure`. */
export async function toggleResolved(
  message: Message,
  account: Account,
  toasts: Toasts,
  moved: (from: Recipient, to: Recipient) => void,
): Promise<void> {
  const from = recipientOf(message, account.user_id);
  const to = { ...from, topic: otherName(from.topic) };
  await rename(account, message.id, to);
  moved(from, to);
  const isDone = isResolved(to.topic);
  const words = isDone ? m.conversation_resolved : m.conversation_unresolved;
  const back = { ...message, subject: to.topic };
  toasts.show({
    key: 'topic-resolved',
    text: words({ place: recipientWords(isDone ? from : to, account) }),
    action: {
      label: m.drafts_undo(),
      run: () => void triedWith(toasts, toggleResolved(back, account, toasts, moved)),
    },
  });
}

async function rename(account: Account, message_id: number, to: Recipient): Promise<void> {
  const params = { message_id, topic: to.topic, propagate_mode: 'change_all' as const };
  try {
    await account.call(updateMessage, {
      ...params,
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: true,
    });
  } catch (failure) {
    // The reply to an earlier try was lost.
    const at = failure instanceof ApiError ? await whereIs(account, message_id) : null;
    if (!at || !isSameConversation(at, to)) throw failure;
  }
}
