import { CalendarDateTime, fromAbsolute, toZoned } from '@internationalized/date';
import { isSameWallTime, wallTimeAt, type WallTime } from './zones';

/** A wall time put on the time line; all timestamps in UNIX seconds. */
export type ResolvedTime =
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
export function resolveWallTime(wall: WallTime, zone: string): ResolvedTime {
  const { year, month, day, hour, minute, second = 0 } = wall;
  const shown = new CalendarDateTime(year, month, day, hour, minute, second);
  const first = seconds(toZoned(shown, zone, 'earlier').toDate());
  const last = seconds(toZoned(shown, zone, 'later').toDate());
  if (first === last) return { fit: 'exact', timestamp: first };
  return isSameWallTime(wallTimeAt(first, zone), wall)
    ? { fit: 'doubled', timestamp: first, second: last }
    : { fit: 'gap', timestamp: last };
}

/** How far a zone's clocks are ahead of UTC, in seconds. */
export function utcOffsetAt(timestamp: number, zone: string): number {
  return fromAbsolute(timestamp * 1000, zone).offset / 1000;
}
