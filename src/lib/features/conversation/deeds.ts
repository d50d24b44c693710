import { updateMessageFlags } from '../../api/flags';
import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account.svelte';
import type { ReadMarks } from '../../client/read-marks/read-marks.svelte';
import type { Toasts } from '../../ui/toasts.svelte';
import type { MessageEdits } from './editing/edits.svelte';
import { styleOf } from '../../time/style';
import { copyText } from '../../writing/copy-text';
import { markRead } from '../../writing/tell-marks';
import { copyLink } from './link-to';
import { messageLines } from '../../writing/text-of';
import type { Deeds } from './message-actions';
import type { Card } from './people/card';
import type { Ask } from './MessageQuestions.svelte';
import type { MessagePorts } from './ports';
import { unreadFrom } from './read/actions';
import type { Reading } from './read/reading.svelte';
import { toggleResolved } from './resolve';
import { selectedText, shownText } from './selected';
import { triedWith } from './tried';

interface Needs {
  readonly account: Account;
  readonly toasts: Toasts;
  readonly edits: MessageEdits;
  readonly reading: Reading;
  readonly marks: ReadMarks;
  readonly ports: MessagePorts;
  readonly open: Deeds['open'];
  readonly react: Deeds['react'];
  /** Shows a dialog. */
  readonly ask: (ask: Ask) => void;
  readonly menu: Deeds['menu'];
  /** Shows who somebody is, or a group. */
  readonly tell: (card: Card) => void;
}

/** All that can be done with the messages of a list. */
export function deedsOn(needs: Needs): Deeds {
  const { account, toasts, edits, reading, marks, ports, open, react, menu, ask, tell } = needs;
  const tried = (deed: Promise<unknown>) => void triedWith(toasts, deed);
  return {
    ports,
    open,
    react,
    menu,
    edit: (message) => void edits.open(message),
    copyLink: (message) => void copyLink(message, account, toasts),
    copyText: ({ id, content }) => {
      const style = styleOf(account);
      const text = selectedText(id) ?? shownText(id) ?? messageLines(content, style).join('\n');
      void copyText(text, m.conversation_text_copied(), toasts);
    },
    star: ({ id, flags }) => {
      const op = flags.includes('starred') ? 'remove' : 'add';
      tried(account.call(updateMessageFlags, { messages: [id], flag: 'starred', op }));
    },
    resolve: (message) => tried(toggleResolved(message, account, toasts, ports.moved)),
    readTo: ({ id }) => void markRead(reading.unreadTo(id), marks, toasts),
    unreadFrom: ({ id }) => tried(unreadFrom(id, reading, toasts)),
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

export function discardEdit(edits: MessageEdits, id: number, toasts: Toasts): void {
  const edit = edits.discard(id);
  if (!edit) return;
  const action = { label: m.drafts_undo(), run: () => edits.bringBack(id, edit) };
  toasts.show({ text: m.conversation_edit_dropped(), action });
}
