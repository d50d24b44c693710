import CalendarDays from '@lucide/svelte/icons/calendar-days';
import Move from '@lucide/svelte/icons/move';
import { m } from '$lib/paraglide/messages';
import { appKeys } from '../../../client/actions/app-keys';
import type { AppAction } from '../../../client/actions/action-registry.svelte';

export interface CalendarActionContext {
  readonly as: 'week' | 'month';
  readonly turn: (by: 1 | -1) => void;
  readonly today: () => void;
  /** Whether the focused message can be moved. */
  readonly canMove: boolean;
  readonly move: () => void;
}

/** Actions that the calendar adds to the scheduled page. Read reactively. */
export function calendarActions({
  as,
  turn,
  today,
  canMove,
  move,
}: CalendarActionContext): AppAction[] {
  const section = m.ui_scheduled();
  const isWeek = as === 'week';
  return [
    {
      id: 'calendar-move',
      title: m.calendar_move(),
      icon: Move,
      shortcut: appKeys.move,
      section,
      keywords: 'drag reschedule calendar',
      enabled: canMove,
      run: move,
    },
    {
      id: 'calendar-today',
      title: m.calendar_today(),
      icon: CalendarDays,
      shortcut: appKeys.today,
      section,
      run: today,
    },
    {
      id: 'calendar-next',
      title: isWeek ? m.calendar_next_week() : m.ui_next_month(),
      section,
      shortcut: appKeys.nextDates,
      run: () => turn(1),
    },
    {
      id: 'calendar-previous',
      title: isWeek ? m.calendar_previous_week() : m.ui_previous_month(),
      section,
      shortcut: appKeys.previousDates,
      run: () => turn(-1),
    },
  ];
}
