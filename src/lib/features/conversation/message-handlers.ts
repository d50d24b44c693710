import { updateMessageFlags } from '../../api/flags';
import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account/account.svelte';
import type { ReadMarks } from '../../client/read-marks/read-marks.svelte';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import type { MessageEdits } from './editing/message-edits.svelte';
import { timeStyleOf } from '../../time/time-style';
import { copyText } from '../../writing/message-text/copy-text';
import { markReadWithToast } from '../../writing/unread/announce-read-marks';
import { copyMessageLink } from './message-url';
import { messageLines } from '../../writing/message-text/message-lines';
import type { MessageActionHandlers } from './message-actions';
import type { CardRequest } from './people/card-request';
import type { OpenMessageDialog } from './MessageActionDialogs.svelte';
import type { MessagePorts } from './message-ports';
import { markUnreadFrom } from './read/read-actions';
import type { ReadTracker } from './read/read-tracker.svelte';
import { selectedMessageText, fullMessageText } from './selected-message-text';
import { showFailure } from './show-failure';
import { ApiError } from '../../api/errors';
import { updateMessage } from '../../api/edit-message';
import type { Message } from '../../api/read-messages';
import { isSameConversation, type MessageRecipient } from '../../writing/recipients/recipient';
import { recipientLabel } from '../../writing/recipients/recipient-label';
import { isResolved, toggleResolvedName } from '../../writing/recipients/resolved-topic';
import { recipientOfMessage } from './apply-event-to-messages';
import { locateMessage } from './locate-message';

/**
 * Marks the topic of a message as resolved or unresolved, and shows a toast with undo. Throws
 * `AnyFailure`.
 */
async function toggleMessageTopicResolved(
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

interface Needs {
  readonly account: Account;
  readonly toasts: ToastQueue;
  readonly edits: MessageEdits;
  readonly reading: ReadTracker;
  readonly marks: ReadMarks;
  readonly ports: MessagePorts;
  readonly open: MessageActionHandlers['open'];
  readonly react: MessageActionHandlers['react'];
  readonly ask: (ask: OpenMessageDialog) => void;
  readonly menu: MessageActionHandlers['menu'];
  /** Opens the card of a person or group. */
  readonly tell: (card: CardRequest) => void;
}

/** Handlers of the actions on a list's messages. */
export function messageHandlersFor(needs: Needs): MessageActionHandlers {
  const { account, toasts, edits, reading, marks, ports, open, react, menu, ask, tell } = needs;
  const tried = (work: Promise<unknown>) => void showFailure(toasts, work);
  return {
    ports,
    open,
    react,
    menu,
    edit: (message) => void edits.open(message),
    copyLink: (message) => void copyMessageLink(message, account, toasts),
    copyText: ({ id, content }) => {
      const style = timeStyleOf(account);
      const text =
        selectedMessageText(id) ?? fullMessageText(id) ?? messageLines(content, style).join('\n');
      void copyText(text, m.ui_text_copied(), toasts);
    },
    star: ({ id, flags }) => {
      const op = flags.includes('starred') ? 'remove' : 'add';
      tried(account.call(updateMessageFlags, { messages: [id], flag: 'starred', op }));
    },
    resolve: (message) => tried(toggleMessageTopicResolved(message, account, toasts, ports.moved)),
    readTo: ({ id }) => void markReadWithToast(reading.unreadTo(id), marks, toasts),
    unreadFrom: ({ id }) => tried(markUnreadFrom(id, reading, toasts)),
    move: (message) => ask({ kind: 'move', message }),
    history: (message) => ask({ kind: 'history', message }),
    seen: (message) => ask({ kind: 'seen', message }),
    person: (id, anchor) => tell({ of: 'person', id, anchor }),
    group: (id, anchor) => tell({ of: 'group', id, anchor }),
    source: (message) => ask({ kind: 'source', message }),
    report: (message) => ask({ kind: 'report', message }),
    remove: (message) => ask({ kind: 'delete', message }),
  };
}

export function discardMessageEdit(edits: MessageEdits, id: number, toasts: ToastQueue): void {
  const edit = edits.discard(id);
  if (!edit) return;
  toasts.show({ text: m.ui_changes_discarded(), undo: () => edits.restore(id, edit) });
}
