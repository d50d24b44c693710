import { addDays, monthGrid, weekdayOf, type CalendarDay } from '../../../time/dates';
import { dayNumber } from '../../../time/day-number';
import { utcOffsetAt, resolveWallTime } from '../../../time/resolve-wall-time';
import { wallTimeAt } from '../../../time/zones';

/**
 * A part of a day without a clock change. `from` and `to` are minutes of the clock, `start` is UNIX
 * seconds.
 */
export interface ClockSegment {
  readonly from: number;
  readonly to: number;
  readonly start: number;
}

/** A day of a zone with its actual length: 23, 24 or 25 hours, rarely something else. */
export interface ZoneDay {
  readonly day: CalendarDay;
  /** Days since 1970. */
  readonly number: number;
  /** UNIX seconds. `end` is the next day's `start`. */
  readonly start: number;
  readonly end: number;
  /** Two if the clocks change that day, otherwise one; none for a day that the zone skips. */
  readonly segments: readonly ClockSegment[];
}

/**
 * Start of a day in UNIX seconds. If the clocks skip midnight, it is the first moment after the
 * gap.
 */
export function startOfDay(day: CalendarDay, zone: string): number {
  return resolveWallTime({ ...day, hour: 0, minute: 0 }, zone).timestamp;
}

export function zoneDay(day: CalendarDay, zone: string): ZoneDay {
  const start = startOfDay(day, zone);
  const end = startOfDay(addDays(day, 1), zone);
  const number = dayNumber(day);
  return {
    day,
    number,
    start,
    end,
    segments: start < end ? piecesOf(number, start, end, zone) : [],
  };
}

function piecesOf(
  number: number,
  start: number,
  end: number,
  zone: string,
): readonly ClockSegment[] {
  const minuteAt = (timestamp: number) => {
    const wall = wallTimeAt(timestamp, zone);
    return (dayNumber(wall) - number) * 1440 + wall.hour * 60 + wall.minute + wall.second / 60;
  };
  const piece = (first: number, last: number) => {
    const from = minuteAt(first);
    return { from, to: from + (last - first) / 60, start: first };
  };
  const change = changeWithin(start, end - 1, zone);
  return change === null ? [piece(start, end)] : [piece(start, change), piece(change, end)];
}

/** First second with the offset that holds at the end, or null if it holds from the start. */
function changeWithin(start: number, last: number, zone: string): number | null {
  const before = utcOffsetAt(start, zone);
  if (before === utcOffsetAt(last, zone)) return null;
  let [low, high] = [start, last];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (utcOffsetAt(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** The week that contains a day. `firstDay` 0 is Sunday. */
export function weekOf(day: CalendarDay, firstDay: number): readonly CalendarDay[] {
  const start = addDays(day, -((weekdayOf(day) - firstDay + 7) % 7));
  return Array.from({ length: 7 }, (_, at) => addDays(start, at));
}

export function monthOf(day: CalendarDay, firstDay: number): readonly (readonly CalendarDay[])[] {
  return monthGrid(day, firstDay).filter((week) => week.some(({ month }) => month === day.month));
}

/** Items within `[from, to)` of a list sorted by time, found by binary search. */
export function itemsBetween<T extends { readonly timestamp: number }>(
  items: readonly T[],
  from: number,
  to: number,
): readonly T[] {
  return items.slice(firstAt(items, from), firstAt(items, to));
}

function firstAt(items: readonly { readonly timestamp: number }[], timestamp: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle]!.timestamp < timestamp) low = middle + 1;
    else high = middle;
  }
  return low;
}
