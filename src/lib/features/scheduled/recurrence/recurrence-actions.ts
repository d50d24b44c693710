import CalendarClock from '@lucide/svelte/icons/calendar-clock';
import CircleStop from '@lucide/svelte/icons/circle-stop';
import ListTree from '@lucide/svelte/icons/list-tree';
import MoveHorizontal from '@lucide/svelte/icons/move-horizontal';
import Pencil from '@lucide/svelte/icons/pencil';
import Repeat from '@lucide/svelte/icons/repeat';
import Trash from '@lucide/svelte/icons/trash-2';
import { m } from '$lib/paraglide/messages';
import { appKeys } from '../../../client/actions/app-keys';
import { actionsIn, type AppAction } from '../../../client/actions/action-registry.svelte';
import { moveIntervals } from '../messages/move-intervals';
import type { RecurrenceGroup } from './recurrence-groups';
import type { RecurrencePage } from './recurrence-rows.svelte';

/** Actions on a recurring message as a whole. Read reactively. */
export function recurrenceActions(
  { recurrences: rows, editable }: RecurrencePage,
  group: RecurrenceGroup,
): AppAction[] {
  const isFree = rows.recurringActions.jobOf(group.key) === undefined;
  const isUnfolded = rows.isUnfolded(group.key);
  const { recurrence: series } = group;
  return actionsIn(m.series_title(), [
    {
      id: 'series-edit',
      title: m.series_edit_text(),
      icon: Pencil,
      shortcut: appKeys.edit,
      enabled: editable && isFree,
      run: () => rows.edit(group),
    },
    {
      id: 'series-rule',
      title: m.ui_asks({ action: m.series_change_rule() }),
      icon: CalendarClock,
      shortcut: appKeys.chooseTime,
      keywords: 'rule repeat reschedule',
      enabled: editable && isFree,
      run: () => rows.chooseRule(group),
    },
    {
      id: 'series-fold',
      title: isUnfolded ? m.series_fold() : m.series_unfold(),
      icon: ListTree,
      keywords: 'expand collapse',
      run: () => rows.toggle(group),
    },
    ...(series
      ? [
          {
            id: 'series-stop',
            title: series.stopped ? m.series_resume() : m.series_stop(),
            icon: series.stopped ? Repeat : CircleStop,
            enabled: isFree,
            run: () =>
              series.stopped
                ? rows.recurringActions.resume(group)
                : rows.recurringActions.stop(group),
          },
        ]
      : []),
    {
      id: 'series-delete',
      title: m.series_delete_all(),
      icon: Trash,
      shortcut: appKeys.remove,
      enabled: isFree,
      run: () => rows.removeAll(group),
    },
    ...moveIntervals.map(({ id, title, seconds }) => ({
      id: `series-${id}`,
      title: title(),
      icon: MoveHorizontal,
      keywords: 'move reschedule postpone',
      enabled: editable && isFree && rows.recurringActions.canMove(group, seconds),
      run: () => void rows.recurringActions.move(group, seconds),
    })),
  ]);
}
