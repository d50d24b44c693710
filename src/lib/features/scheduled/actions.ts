import ArrowLeft from '@lucide/svelte/icons/arrow-left';
import BookmarkPlus from '@lucide/svelte/icons/bookmark-plus';
import CalendarClock from '@lucide/svelte/icons/calendar-clock';
import Copy from '@lucide/svelte/icons/copy';
import FilePen from '@lucide/svelte/icons/file-pen';
import MoveHorizontal from '@lucide/svelte/icons/move-horizontal';
import PenLine from '@lucide/svelte/icons/pen-line';
import Repeat from '@lucide/svelte/icons/repeat';
import Search from '@lucide/svelte/icons/search';
import SendHorizontal from '@lucide/svelte/icons/send-horizontal';
import Trash from '@lucide/svelte/icons/trash-2';
import { m } from '$lib/paraglide/messages';
import type { Action } from '../../client/actions.svelte';
import type { Item } from './messages/item';
import { moves } from './messages/moves';
import type { ScheduledWork } from './work.svelte';

/**
 * What can be done on the scheduled page. `targets` are what is selected, else the row under the
 * keyboard, else the open one. Read reactively.
 */
export function scheduledActions(
  work: ScheduledWork,
  targets: readonly Item[],
  search: () => void,
): Action[] {
  const section = m.scheduled_title();
  const { editable } = work;
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
      run: search,
    },
    {
      id: 'scheduled-edit',
      title: m.scheduled_edit(),
      icon: PenLine,
      shortcut: 'E',
      section,
      enabled: only !== undefined && editable,
      run: () => only && work.startEdit(only),
    },
    {
      id: 'scheduled-reschedule',
      title: many ? m.scheduled_reschedule_many() : m.scheduled_reschedule(),
      icon: CalendarClock,
      shortcut: 'R',
      section,
      keywords: 'time date later',
      enabled: some && editable,
      run: () => work.reschedule(targets),
    },
    {
      id: 'scheduled-repeat',
      title: m.series_repeat(),
      icon: Repeat,
      shortcut: 'Shift+R',
      section,
      keywords: 'series every weekly',
      enabled: only !== undefined && editable && !only.failed,
      run: () => only && work.series.chooseRule(only),
    },
    {
      id: 'scheduled-send',
      title: many ? m.scheduled_send_selected() : m.scheduled_send_now(),
      icon: SendHorizontal,
      shortcut: 'Mod+Enter',
      section,
      enabled: some,
      leavesText: true,
      run: () => work.send(targets),
    },
    {
      id: 'scheduled-copy',
      title: m.scheduled_copy(),
      icon: Copy,
      shortcut: 'Shift+C',
      section,
      enabled: only !== undefined,
      run: () => only && work.copy(only),
    },
    {
      id: 'scheduled-to-snippet',
      title: m.snippets_save_as(),
      icon: BookmarkPlus,
      section,
      keywords: 'template keep',
      enabled: only !== undefined && work.keepsSnippets,
      run: () => only && work.toSnippet(only),
    },
    {
      id: 'scheduled-to-drafts',
      title: many ? m.scheduled_to_drafts_selected() : m.scheduled_to_drafts(),
      icon: FilePen,
      shortcut: 'U',
      section,
      keywords: 'unschedule cancel',
      enabled: some,
      run: () => work.toDrafts(targets),
    },
    {
      id: 'scheduled-delete',
      title: many ? m.scheduled_delete_selected() : m.scheduled_delete(),
      icon: Trash,
      shortcut: ['Backspace', 'Delete'],
      section,
      enabled: some,
      run: () => work.remove(targets),
    },
    ...moves.map(({ id, title, seconds }) => ({
      id: `scheduled-${id}`,
      title: title(),
      icon: MoveHorizontal,
      section,
      keywords: 'move reschedule postpone',
      enabled: some && editable,
      run: () => work.move(targets, seconds),
    })),
    {
      id: 'scheduled-close',
      title: m.ui_back_to_list(),
      icon: ArrowLeft,
      shortcut: 'Escape',
      section,
      enabled: work.isOpen,
      quiet: true,
      run: work.close,
    },
  ];
}

const shownWithOne = ['edit', 'reschedule', 'repeat', 'send', 'copy', 'to-drafts', 'delete'];

/** Those that stand beside an open message. */
export function actionsOfOne(work: ScheduledWork, targets: readonly Item[]): Action[] {
  return scheduledActions(work, targets, () => undefined).filter(({ id }) =>
    shownWithOne.some((name) => id === `scheduled-${name}`),
  );
}

/** Those that are for the page, whatever is chosen on it. */
export const isOfPage = ({ id }: Action): boolean =>
  id === 'scheduled-search' || id === 'scheduled-close';
