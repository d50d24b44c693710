import { SvelteSet } from 'svelte/reactivity';
import { daysInMonth, isRealDate, weekdayOf, type CalendarDay } from '../../../time/dates';
import type { ClockTime } from '../../../time/time-grammar';
import { resolveWallTime } from '../../../time/resolve-wall-time';
import { wallTimeAt } from '../../../time/zones';
import {
  maxInterval,
  maxTimes,
  type RecurrencePattern,
  type RecurrenceRule,
} from './recurrence-rule';
import { isWorkdays } from './recurrence-labels';

/** Choices of the form. A weekday of a month is the nth or the last one. */
export type RepeatChoice = 'day' | 'workdays' | 'week' | 'month' | 'nth' | 'last';

export class RecurrenceRuleForm {
  choice = $state<RepeatChoice>('week');
  interval = $state('1');
  readonly weekdays = new SvelteSet<number>();
  /** `2026-11-23`. */
  #first = $state('');
  #clock = $state.raw<{ hour: number; minute: number }>({ hour: 9, minute: 0 });
  end = $state<'never' | 'times' | 'date'>('never');
  times = $state('10');
  until = $state('');

  constructor(
    readonly zone: string,
    /** UNIX seconds. */
    first: number,
    rule?: RecurrenceRule | null,
  ) {
    const wall = rule ? { ...rule.start, ...rule } : wallTimeAt(first, zone);
    this.#first = written(wall);
    this.#clock = { hour: wall.hour, minute: wall.minute };
    if (rule) this.#read(rule);
    else this.weekdays.add(weekdayOf(wall));
    if (this.until === '') this.until = written({ ...wall, year: wall.year + 1 });
  }

  #read({ pattern, interval, end }: RecurrenceRule): void {
    this.interval = String(interval);
    if (pattern.every === 'week') {
      this.choice = isWorkdays(pattern) && interval === 1 ? 'workdays' : 'week';
      for (const one of pattern.weekdays) this.weekdays.add(one);
    } else if (pattern.every === 'nth') this.choice = pattern.nth === -1 ? 'last' : 'nth';
    else this.choice = pattern.every;
    this.end = end.kind;
    if (end.kind === 'times') this.times = String(end.times);
    if (end.kind === 'date') this.until = written(end.day);
  }

  get first(): string {
    return this.#first;
  }
  /** If a single weekday is selected, it follows the day. */
  set first(first: string) {
    this.#first = first;
    const day = readDay(first);
    if (!day || this.weekdays.size > 1) return;
    this.weekdays.clear();
    this.weekdays.add(weekdayOf(day));
  }

  get day(): CalendarDay | null {
    return readDay(this.#first);
  }

  /** Value of the time field: the time of day on the first day, in UNIX seconds. */
  get timestamp(): number | null {
    const { day } = this;
    return day && resolveWallTime({ ...day, ...this.#clock }, this.zone).timestamp;
  }

  pickClock({ hour, minute }: ClockTime): void {
    this.#clock = { hour, minute };
  }

  /**
   * Position of the weekday in its month: the nth (null for the fifth), and whether it is the last.
   */
  get weekdayPosition(): {
    readonly nth: 1 | 2 | 3 | 4 | null;
    readonly last: boolean;
    weekday: number;
  } {
    const day = this.day ?? { year: 2026, month: 1, day: 1 };
    const nth = Math.ceil(day.day / 7);
    return {
      nth: nth === 1 || nth === 2 || nth === 3 || nth === 4 ? nth : null,
      last: day.day + 7 > daysInMonth(day.year, day.month),
      weekday: weekdayOf(day),
    };
  }

  readonly intervalIsWrong = $derived.by(
    () => this.choice !== 'workdays' && !within(this.interval, maxInterval),
  );
  readonly timesIsWrong = $derived.by(() => this.end === 'times' && !within(this.times, maxTimes));

  /** Null while a field is empty or invalid. */
  readonly rule = $derived.by((): RecurrenceRule | null => {
    const start = this.day;
    const pattern = this.#pattern();
    const end = this.#end();
    if (!start || !pattern || !end || this.intervalIsWrong) return null;
    const interval = this.choice === 'workdays' ? 1 : Number(this.interval);
    return { pattern, interval, ...this.#clock, zone: this.zone, start, end };
  });

  #pattern(): RecurrencePattern | null {
    const { day, weekdayPosition: place } = this;
    switch (this.choice) {
      case 'day':
        return { every: 'day' };
      case 'workdays':
        return { every: 'week', weekdays: [1, 2, 3, 4, 5] };
      case 'week':
        return this.weekdays.size > 0 ? { every: 'week', weekdays: [...this.weekdays] } : null;
      case 'month':
        return day && { every: 'month', day: day.day };
      case 'nth':
        return { every: 'nth', nth: place.nth ?? -1, weekday: place.weekday };
      case 'last':
        return { every: 'nth', nth: -1, weekday: place.weekday };
    }
  }

  #end(): RecurrenceRule['end'] | null {
    if (this.end === 'never') return { kind: 'never' };
    if (this.end === 'times') {
      return this.timesIsWrong ? null : { kind: 'times', times: Number(this.times) };
    }
    const day = readDay(this.until);
    return day && { kind: 'date', day };
  }
}

function within(text: string, most: number): boolean {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= most;
}

function written({ year, month, day }: CalendarDay): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

function readDay(text: string): CalendarDay | null {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!found) return null;
  const day = { year: Number(found[1]), month: Number(found[2]), day: Number(found[3]) };
  return isRealDate(day) && day.year >= 1970 ? day : null;
}
