import ArrowLeft from '@lucide/svelte/icons/arrow-left';
import CalendarClock from '@lucide/svelte/icons/calendar-clock';
import Copy from '@lucide/svelte/icons/copy';
import FilePen from '@lucide/svelte/icons/file-pen';
import MoveHorizontal from '@lucide/svelte/icons/move-horizontal';
import PenLine from '@lucide/svelte/icons/pen-line';
import Search from '@lucide/svelte/icons/search';
import SendHorizontal from '@lucide/svelte/icons/send-horizontal';
import Trash from '@lucide/svelte/icons/trash-2';
import { m } from '$lib/paraglide/messages';
import type { Action } from '../../client/actions.svelte';
import type { Item } from './item';
import { moves } from './moves';

export interface ScheduledParts {
  /** What is selected, else the row under the keyboard, else the open one. */
  readonly targets: readonly Item[];
  readonly isOpen: boolean;
  /** Whether the server can change scheduled messages. */
  readonly editable: boolean;
  readonly search: () => void;
  readonly edit: (item: Item) => void;
  readonly reschedule: (items: readonly Item[]) => void;
  readonly move: (items: readonly Item[], seconds: number) => void;
  readonly send: (items: readonly Item[]) => void;
  readonly copy: (item: Item) => void;
  readonly toDrafts: (items: readonly Item[]) => void;
  readonly remove: (items: readonly Item[]) => void;
  readonly close: () => void;
}

/** What can be done on the scheduled page. Read reactively. */
export function scheduledActions(parts: ScheduledParts): Action[] {
  const section = m.scheduled_title();
  const { targets, editable } = parts;
  const [only] = targets.length === 1 ? targets : [];
  const some = targets.length > 0;
  const many = targets.length > 1;
  return [
    {
      id: 'scheduled-search',
      title: m.scheduled_search(),
      icon: Search,
      shortcut: 'Q',
      section,
      keywords: 'find filter',
      run: parts.search,
    },
    {
      id: 'scheduled-edit',
      title: m.scheduled_edit(),
      icon: PenLine,
      shortcut: 'E',
      section,
      enabled: only !== undefined && editable,
      run: () => only && parts.edit(only),
    },
    {
      id: 'scheduled-reschedule',
      title: many ? m.scheduled_reschedule_many() : m.scheduled_reschedule(),
      icon: CalendarClock,
      shortcut: 'R',
      section,
      keywords: 'time date later',
      enabled: some && editable,
      run: () => parts.reschedule(targets),
    },
    {
      id: 'scheduled-send',
      title: many ? m.scheduled_send_selected() : m.scheduled_send_now(),
      icon: SendHorizontal,
      shortcut: 'Mod+Enter',
      section,
      enabled: some,
      leavesText: true,
      run: () => parts.send(targets),
    },
    {
      id: 'scheduled-copy',
      title: m.scheduled_copy(),
      icon: Copy,
      shortcut: 'Shift+C',
      section,
      enabled: only !== undefined,
      run: () => only && parts.copy(only),
    },
    {
      id: 'scheduled-to-drafts',
      title: many ? m.scheduled_to_drafts_selected() : m.scheduled_to_drafts(),
      icon: FilePen,
      shortcut: 'U',
      section,
      keywords: 'unschedule cancel',
      enabled: some,
      run: () => parts.toDrafts(targets),
    },
    {
      id: 'scheduled-delete',
      title: many ? m.scheduled_delete_selected() : m.scheduled_delete(),
      icon: Trash,
      shortcut: ['Backspace', 'Delete'],
      section,
      enabled: some,
      run: () => parts.remove(targets),
    },
    ...moves.map(({ id, title, seconds }) => ({
      id: `scheduled-${id}`,
      title: title(),
      icon: MoveHorizontal,
      section,
      keywords: 'move reschedule postpone',
      enabled: some && editable,
      run: () => parts.move(targets, seconds),
    })),
    {
      id: 'scheduled-close',
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

const shownWithOne = ['edit', 'reschedule', 'send', 'copy', 'to-drafts', 'delete'];

/** Those that stand beside an open message. */
export function actionsOfOne(parts: ScheduledParts): Action[] {
  return scheduledActions(parts).filter(({ id }) =>
    shownWithOne.some((name) => id === `scheduled-${name}`),
  );
}
