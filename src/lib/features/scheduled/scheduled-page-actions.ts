import BookmarkPlus from '@lucide/svelte/icons/bookmark-plus';
import CalendarClock from '@lucide/svelte/icons/calendar-clock';
import Copy from '@lucide/svelte/icons/copy';
import FilePen from '@lucide/svelte/icons/file-pen';
import MoveHorizontal from '@lucide/svelte/icons/move-horizontal';
import Pencil from '@lucide/svelte/icons/pencil';
import Repeat from '@lucide/svelte/icons/repeat';
import SendHorizontal from '@lucide/svelte/icons/send-horizontal';
import Trash from '@lucide/svelte/icons/trash-2';
import { m } from '$lib/paraglide/messages';
import { backToListAction, searchListAction } from '../../client/actions/list-page-actions';
import { appKeys } from '../../client/actions/app-keys';
import { actionsIn, type AppAction } from '../../client/actions/action-registry.svelte';
import type { ScheduledItem } from './messages/scheduled-item';
import { moveIntervals } from './messages/move-intervals';
import type { ScheduledPageState } from './scheduled-page-state.svelte';

/** Reminders selected along with messages. They can only be deleted. */
export interface ReminderSelection {
  readonly count: number;
  /** One of them is open. */
  readonly isOpen: boolean;
  /** Explains that reminders can't be sent. */
  readonly explainUnsendable: () => void;
  readonly remove: () => void;
}

/**
 * Actions of the scheduled page. `targets` are the selected rows, otherwise the focused row,
 * otherwise the open one. Read reactively.
 */
export function scheduledPageActions(
  page: ScheduledPageState,
  targets: readonly ScheduledItem[],
  search: () => void,
  reminders: ReminderSelection = noReminders,
): AppAction[] {
  const { editable } = page;
  const areMessages = reminders.count === 0;
  const [only] = areMessages && targets.length === 1 ? targets : [];
  const some = areMessages && targets.length > 0;
  const count = targets.length + reminders.count;
  const many = count > 1;
  return actionsIn(m.ui_scheduled(), [
    searchListAction('scheduled-search', m.scheduled_search(), search),
    {
      id: 'scheduled-edit',
      title: m.ui_edit(),
      icon: Pencil,
      shortcut: appKeys.edit,
      enabled: only !== undefined && editable,
      run: () => only && page.startEdit(only),
    },
    {
      id: 'scheduled-reschedule',
      title: m.ui_asks({
        action: many ? m.scheduled_reschedule_many() : m.scheduled_reschedule(),
      }),
      icon: CalendarClock,
      shortcut: appKeys.chooseTime,
      keywords: 'time date later',
      enabled: some && editable,
      run: () => page.reschedule(targets),
    },
    {
      id: 'scheduled-repeat',
      title: m.series_repeat(),
      icon: Repeat,
      shortcut: appKeys.repeat,
      keywords: 'series every weekly',
      enabled: only !== undefined && editable && !only.failed,
      run: () => only && page.recurrences.chooseRule(only),
    },
    {
      id: 'scheduled-send',
      title: many ? m.ui_asks({ action: m.scheduled_send_selected() }) : m.scheduled_send_now(),
      icon: SendHorizontal,
      shortcut: appKeys.send,
      enabled: targets.length > 0,
      leavesText: true,
      run: () => {
        if (!areMessages) reminders.explainUnsendable();
        page.send(targets);
      },
    },
    {
      id: 'scheduled-copy',
      title: m.ui_copy_text(),
      icon: Copy,
      shortcut: appKeys.copy,
      enabled: only !== undefined,
      run: () => only && page.copy(only),
    },
    {
      id: 'scheduled-to-snippet',
      title: m.ui_asks({ action: m.ui_save_as_snippet() }),
      icon: BookmarkPlus,
      keywords: 'template keep',
      enabled: only !== undefined && page.keepsSnippets,
      run: () => only && page.toSnippet(only),
    },
    {
      id: 'scheduled-to-drafts',
      title: many ? m.scheduled_to_drafts_selected() : m.scheduled_to_drafts(),
      icon: FilePen,
      shortcut: appKeys.toDraft,
      keywords: 'unschedule cancel',
      enabled: some,
      run: () => page.toDrafts(targets),
    },
    {
      id: 'scheduled-delete',
      title: many ? m.scheduled_delete_selected() : m.ui_delete(),
      icon: Trash,
      shortcut: appKeys.remove,
      enabled: count > 0,
      run: () => {
        if (targets.length > 0) page.remove(targets);
        if (!areMessages) reminders.remove();
      },
    },
    ...moveIntervals.map(({ id, title, seconds }) => ({
      id: `scheduled-${id}`,
      title: title(),
      icon: MoveHorizontal,
      keywords: 'move reschedule postpone',
      enabled: some && editable,
      run: () => page.move(targets, seconds),
    })),
    backToListAction('scheduled-close', page.isOpen || reminders.isOpen, page.close),
  ]);
}

const noReminders: ReminderSelection = {
  count: 0,
  isOpen: false,
  explainUnsendable: () => undefined,
  remove: () => undefined,
};

const shownWithOne = ['edit', 'reschedule', 'repeat', 'send', 'copy', 'to-drafts', 'delete'];

export function openScheduledActions(
  page: ScheduledPageState,
  targets: readonly ScheduledItem[],
): AppAction[] {
  return scheduledPageActions(page, targets, () => undefined).filter(({ id }) =>
    shownWithOne.some((name) => id === `scheduled-${name}`),
  );
}

/** Whether the action applies to the page, regardless of the selection. */
export const isScheduledPageAction = ({ id }: AppAction): boolean =>
  id === 'scheduled-search' || id === 'scheduled-close';
