import type { CalendarDay } from '../../../time/dates';
import type { ScheduledItem } from '../messages/scheduled-item';
import type { DayFormats } from './calendar-labels';
import type { DragSession } from './drag-session.svelte';
import type { ScheduledItemState } from './scheduled-item-state';

/** What each form of the calendar shows. */
export interface CalendarItems {
  /** Sorted by time. */
  items: readonly ScheduledItem[];
  /** UNIX seconds. */
  now: number;
  words: DayFormats;
  stateOf: (item: ScheduledItem) => ScheduledItemState;
  current: string | undefined;
  carry: DragSession;
  onopen: (item: ScheduledItem) => void;
  onday: (day: CalendarDay) => void;
}
