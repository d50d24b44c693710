import { ApiError } from '../../api/errors';
import { updateMessage } from '../../api/edit-message';
import type { Message } from '../../api/read-messages';
import type { Account } from '../../client/account/account.svelte';
import { m } from '$lib/paraglide/messages';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import { isSameConversation, type MessageRecipient } from '../../writing/recipients/recipient';
import { recipientLabel } from '../../writing/recipients/recipient-label';
import { isResolved, toggleResolvedName } from '../../writing/recipients/resolved-topic';
import { recipientOfMessage } from './apply-event-to-messages';
import { locateMessage } from './locate-message';

/**
 * Marks the topic of a message as resolved or unresolved, and shows a toast with undo. Throws
 * `AnyFailure`.
 */
export async function toggleMessageTopicResolved(
  message: Message,
  account: Account,
  toasts: ToastQueue,
  moved: (from: MessageRecipient, to: MessageRecipient) => void,
  isUndo = false,
): Promise<void> {
  const from = recipientOfMessage(message, account.user_id);
  const to = { ...from, topic: toggleResolvedName(from.topic) };
  await rename(account, message.id, to);
  moved(from, to);
  const isDone = isResolved(to.topic);
  const words = isDone ? m.conversation_resolved : m.conversation_unresolved;
  const back = { ...message, subject: to.topic };
  toasts.show({
    key: 'topic-resolved',
    text: words({ place: recipientLabel(isDone ? from : to, account) }),
    undo: isUndo ? undefined : () => toggleMessageTopicResolved(back, account, toasts, moved, true),
  });
}

async function rename(account: Account, message_id: number, to: MessageRecipient): Promise<void> {
  const params = { message_id, topic: to.topic, propagate_mode: 'change_all' as const };
  try {
    await account.call(updateMessage, {
      ...params,
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: true,
    });
  } catch (failure) {
    // An earlier attempt succeeded but its reply was lost.
    const at = failure instanceof ApiError ? await locateMessage(account, message_id) : null;
    if (!at || !isSameConversation(at, to)) throw failure;
  }
}
