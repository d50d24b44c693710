import { CalendarDateTime, fromAbsolute, toZoned } from '@internationalized/date';
import { isSameWallTime, wallTimeAt, type WallTime } from './zones';

/** The moment of a wall time; all timestamps in UNIX seconds. */
export type ResolvedTime =
  | { readonly fit: 'exact'; readonly timestamp: number }
  /** The clock skips this time: `timestamp` is later by the length of the gap. */
  | { readonly fit: 'gap'; readonly timestamp: number }
  /** The clock shows this time twice: `timestamp` is the first, `second` the second occurrence. */
  | { readonly fit: 'doubled'; readonly timestamp: number; readonly second: number };

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/**
 * The moment when clocks in an IANA zone show a wall time. A skipped time moves forward by the
 * length of the gap; a repeated one means its first occurrence.
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

/** A zone's offset from UTC in seconds; positive east of UTC. */
export function utcOffsetAt(timestamp: number, zone: string): number {
  return fromAbsolute(timestamp * 1000, zone).offset / 1000;
}
