import ArrowLeft from '@lucide/svelte/icons/arrow-left';
import CalendarClock from '@lucide/svelte/icons/calendar-clock';
import Copy from '@lucide/svelte/icons/copy';
import FilePen from '@lucide/svelte/icons/file-pen';
import PenLine from '@lucide/svelte/icons/pen-line';
import Search from '@lucide/svelte/icons/search';
import SendHorizontal from '@lucide/svelte/icons/send-horizontal';
import Trash from '@lucide/svelte/icons/trash-2';
import { m } from '$lib/paraglide/messages';
import type { Action } from '../../client/actions.svelte';
import type { Entry } from './entry';

export interface OutgoingParts {
  /** What is selected, else the row under the keyboard, else the open one. */
  readonly targets: readonly Entry[];
  readonly isOpen: boolean;
  readonly search: () => void;
  readonly edit: (entry: Entry) => void;
  /** Absent where these can't have a time, or another one. */
  readonly chooseTime: (() => void) | undefined;
  readonly send: (entries: readonly Entry[]) => void;
  readonly copy: (entry: Entry) => void;
  readonly toDrafts: (entries: readonly Entry[]) => void;
  readonly remove: (entries: readonly Entry[]) => void;
  readonly close: () => void;
}

/** What can be done on the page of all that goes out. Read reactively. */
export function outgoingActions(parts: OutgoingParts): Action[] {
  const section = m.outgoing_title();
  const { targets, chooseTime } = parts;
  const [only] = targets.length === 1 ? targets : [];
  const isText = targets.length > 0 && targets.every(({ kind }) => kind !== 'reminder');
  return [
    {
      id: 'outgoing-search',
      title: m.outgoing_search(),
      icon: Search,
      shortcut: 'Q',
      section,
      keywords: 'find filter',
      run: parts.search,
    },
    {
      id: 'outgoing-edit',
      title: m.scheduled_edit(),
      icon: PenLine,
      shortcut: 'E',
      section,
      enabled: only !== undefined && isText,
      run: () => only && parts.edit(only),
    },
    {
      id: 'outgoing-time',
      title: m.outgoing_choose_time(),
      icon: CalendarClock,
      shortcut: 'R',
      section,
      keywords: 'schedule reschedule later date tomorrow',
      enabled: chooseTime !== undefined,
      run: () => chooseTime?.(),
    },
    {
      id: 'outgoing-send',
      title: m.scheduled_send_now(),
      icon: SendHorizontal,
      shortcut: 'Mod+Enter',
      section,
      enabled: isText,
      leavesText: true,
      run: () => parts.send(targets),
    },
    {
      id: 'outgoing-copy',
      title: m.scheduled_copy(),
      icon: Copy,
      shortcut: 'Shift+C',
      section,
      enabled: only !== undefined && isText,
      run: () => only && parts.copy(only),
    },
    {
      id: 'outgoing-to-drafts',
      title: m.scheduled_to_drafts(),
      icon: FilePen,
      shortcut: 'U',
      section,
      keywords: 'unschedule cancel',
      enabled: isText && targets.some(isMoreThanDraft),
      run: () => parts.toDrafts(targets),
    },
    {
      id: 'outgoing-delete',
      title: m.outgoing_delete(),
      icon: Trash,
      shortcut: ['Backspace', 'Delete'],
      section,
      enabled: targets.length > 0,
      run: () => parts.remove(targets),
    },
    {
      id: 'outgoing-close',
      title: m.ui_back_to_list(),
      icon: ArrowLeft,
      shortcut: 'Escape',
      section,
      enabled: parts.isOpen,
      quiet: true,
      run: parts.close,
    },
  ];
}

/** Whether becoming a draft changes anything. */
function isMoreThanDraft(entry: Entry): boolean {
  return entry.kind === 'scheduled' || (entry.kind === 'draft' && entry.draft.sending !== null);
}
