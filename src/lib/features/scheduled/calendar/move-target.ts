import { addDays, type CalendarDay } from '../../../time/dates';
import { utcOffsetAt, resolveWallTime } from '../../../time/resolve-wall-time';
import { wallTimeAt, type WallTime } from '../../../time/zones';

/** Steps of a move on the time scale, in minutes. */
export const stepMinutes = 15;

/** Messages can't be moved to less than this many seconds ahead. */
const ahead = 60;

export type MoveStep =
  /** Quarter hours of elapsed time. */
  | { readonly unit: 'quarter'; readonly by: 1 | -1 }
  /** Calendar days; the time of day stays. */
  | { readonly unit: 'day'; readonly by: number };

/** Where a message is being moved to. */
export interface MoveTarget {
  /** UNIX seconds. */
  readonly timestamp: number;
  /** The intended time: if the clocks skip it on one day, further steps still remember it. */
  readonly meant: WallTime;
}

export function moveTargetAt(timestamp: number, zone: string): MoveTarget {
  return { timestamp, meant: wallTimeAt(timestamp, zone) };
}

/** Moves one step. A time between two quarter hours moves to the nearest one in that direction. */
export function stepMove(place: MoveTarget, step: MoveStep, zone: string): MoveTarget {
  if (step.unit === 'day') return moveToDay(place, addDays(place.meant, step.by), zone);
  const size = stepMinutes * 60;
  const offset = utcOffsetAt(place.timestamp, zone);
  const local = place.timestamp + offset;
  const next = step.by > 0 ? Math.floor(local / size) + 1 : Math.ceil(local / size) - 1;
  return moveTargetAt(next * size - offset, zone);
}

/**
 * Moves to another day at the intended time of day, using the rule of `resolveWallTime` if that day
 * lacks it.
 */
export function moveToDay(
  place: MoveTarget,
  { year, month, day }: CalendarDay,
  zone: string,
): MoveTarget {
  const meant = { ...place.meant, year, month, day };
  return { timestamp: resolveWallTime(meant, zone).timestamp, meant };
}

export type MoveRefusal = 'past' | 'soon';

/** Why a message can't be moved there, or null if it can. */
export function moveRefusalOf(timestamp: number, now: number): MoveRefusal | null {
  if (timestamp <= now) return 'past';
  return timestamp < now + ahead ? 'soon' : null;
}
