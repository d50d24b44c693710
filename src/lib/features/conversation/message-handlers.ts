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
import { toggleMessageTopicResolved } from './toggle-resolved';
import { selectedMessageText, fullMessageText } from './selected-message-text';
import { showFailure } from './show-failure';

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
