import { addDays, addMonths, type CalendarDay } from '../../../time/dates';
import { wallTimeAt } from '../../../time/zones';
import type { ScheduledItem } from '../messages/scheduled-item';
import { timeScaleOf } from './time-scale';
import { monthOf, weekOf, itemsBetween, zoneDay } from './zone-days';

interface Parts {
  readonly as: () => 'week' | 'month';
  readonly zone: () => string;
  /** 0 is Sunday. */
  readonly firstDay: () => number;
  /** Sorted by time. */
  readonly items: () => readonly ScheduledItem[];
}

/** The displayed week or month, and the messages in it. */
export class CalendarRange {
  readonly #parts: Parts;
  /**
   * The day that the range is built around; the only displayed day if there is no room for more.
   */
  shown: CalendarDay = $state.raw({ year: 1970, month: 1, day: 1 });

  readonly weeks = $derived.by(() => {
    const { as, zone, firstDay } = this.#parts;
    const days =
      as() === 'week' ? [weekOf(this.shown, firstDay())] : monthOf(this.shown, firstDay());
    return days.map((week) => week.map((day) => zoneDay(day, zone())));
  });
  readonly scale = $derived(timeScaleOf(this.weeks[0] ?? []));
  /** UNIX seconds. `end` is the first second after the range. */
  readonly start = $derived(this.weeks[0]![0]!.start);
  readonly end = $derived(this.weeks.at(-1)!.at(-1)!.end);
  readonly items = $derived.by(() => itemsBetween(this.#parts.items(), this.start, this.end));
  /** `timestamp` is the time to show first, in UNIX seconds. */
  constructor(parts: Parts, timestamp: number) {
    this.#parts = parts;
    this.shown = this.dayAt(timestamp);
  }

  /** Messages of any day, in the range or not. */
  on(day: CalendarDay): readonly ScheduledItem[] {
    const { start, end } = zoneDay(day, this.#parts.zone());
    return itemsBetween(this.#parts.items(), start, end);
  }

  /**
   * The first message after the range (or after the displayed day if `isDay`), otherwise the last
   * one before.
   */
  next(isDay: boolean): ScheduledItem | undefined {
    const items = this.#parts.items();
    const end = isDay ? zoneDay(this.shown, this.#parts.zone()).end : this.end;
    return items.find(({ timestamp }) => timestamp >= end) ?? items.at(-1);
  }

  dayAt(timestamp: number): CalendarDay {
    const { year, month, day } = wallTimeAt(timestamp, this.#parts.zone());
    return { year, month, day };
  }

  has(timestamp: number): boolean {
    return this.start <= timestamp && timestamp < this.end;
  }

  turn(by: 1 | -1): void {
    const isWeek = this.#parts.as() === 'week';
    this.shown = isWeek ? addDays(this.shown, 7 * by) : addMonths(this.shown, by);
  }
}
