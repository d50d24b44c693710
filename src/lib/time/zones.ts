import { CalendarDateTime, fromAbsolute, toZoned } from '@internationalized/date';
import { sameDay } from './dates';

/** What a clock and a calendar on the wall show. `month` counts from 1. */
export interface Wall {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second?: number;
}

/** A wall time put on the time line; all timestamps in UNIX seconds. */
export type Placed =
  | { readonly fit: 'exact'; readonly timestamp: number }
  /** The clock skips this time: `timestamp` is as much later as the clock skips. */
  | { readonly fit: 'gap'; readonly timestamp: number }
  /** The clock shows this time twice: `timestamp` is the first of them, `second` the other. */
  | { readonly fit: 'doubled'; readonly timestamp: number; readonly second: number };

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/**
 * The moment at which the clocks of an IANA zone show a wall time. One that they skip moves forward
 * by the length of the gap; one that they show twice means its first occurrence.
 */
export function placeWall(wall: Wall, zone: string): Placed {
  const { year, month, day, hour, minute, second = 0 } = wall;
  const shown = new CalendarDateTime(year, month, day, hour, minute, second);
  const first = seconds(toZoned(shown, zone, 'earlier').toDate());
  const last = seconds(toZoned(shown, zone, 'later').toDate());
  if (first === last) return { fit: 'exact', timestamp: first };
  return sameWall(wallAt(first, zone), wall)
    ? { fit: 'doubled', timestamp: first, second: last }
    : { fit: 'gap', timestamp: last };
}

/** What the clocks of an IANA zone show at a timestamp. */
export function wallAt(timestamp: number, zone: string): Required<Wall> {
  const { year, month, day, hour, minute, second } = fromAbsolute(timestamp * 1000, zone);
  return { year, month, day, hour, minute, second };
}

export function sameWall(a: Wall, b: Wall): boolean {
  return (
    a.year === b.year &&
    a.month === b.month &&
    a.day === b.day &&
    a.hour === b.hour &&
    a.minute === b.minute &&
    (a.second ?? 0) === (b.second ?? 0)
  );
}

/** Whether two zones have the same date then. */
export function sameDayIn(timestamp: number, zone: string, other: string): boolean {
  return sameDay(wallAt(timestamp, zone), wallAt(timestamp, other));
}

/** How far a zone's clocks are ahead of UTC, in seconds. */
export function offsetAt(timestamp: number, zone: string): number {
  return fromAbsolute(timestamp * 1000, zone).offset / 1000;
}

export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * The zone that an account's times are meant in: its own where it is set and known to this browser,
 * else the browser's.
 */
export function zoneOf(timezone: string | undefined, fallback?: string): string {
  return timezone && isZone(timezone) ? timezone : (fallback ?? browserZone());
}

/** Found before: each row of a list asks, and an answer takes a tenth of a millisecond. */
const known = new Set<string>();

export function isZone(timezone: string): boolean {
  if (known.has(timezone)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone });
    if (timezone !== '') known.add(timezone);
    return timezone !== '';
  } catch {
    return false;
  }
}
