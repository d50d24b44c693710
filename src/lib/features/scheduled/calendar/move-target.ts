import { addDays, type CalendarDay } from '../../../time/dates';
import { utcOffsetAt, resolveWallTime } from '../../../time/resolve-wall-time';
import { wallTimeAt, type WallTime } from '../../../time/zones';

/** Steps of a move on the axis, in minutes. */
export const stepMinutes = 15;

/** Nothing is moved to less than this ahead; seconds. */
const ahead = 60;

export type MoveStep =
  /** Quarters of an hour on the time line. */
  | { readonly unit: 'quarter'; readonly by: 1 | -1 }
  /** Days of the calendar; the time of day stays. */
  | { readonly unit: 'day'; readonly by: number };

/** Where something is being moved to. */
export interface MoveTarget {
  /** UNIX seconds. */
  readonly timestamp: number;
  /** What is meant: a time that the clocks skip is passed over on the way, and not forgotten. */
  readonly meant: WallTime;
}

export function moveTargetAt(timestamp: number, zone: string): MoveTarget {
  return { timestamp, meant: wallTimeAt(timestamp, zone) };
}

/** A step on. What is between two quarters of an hour goes to the next of them. */
export function stepMove(place: MoveTarget, step: MoveStep, zone: string): MoveTarget {
  if (step.unit === 'day') return moveToDay(place, addDays(place.meant, step.by), zone);
  const size = stepMinutes * 60;
  const offset = utcOffsetAt(place.timestamp, zone);
  const local = place.timestamp + offset;
  const next = step.by > 0 ? Math.floor(local / size) + 1 : Math.ceil(local / size) - 1;
  return moveTargetAt(next * size - offset, zone);
}

/** Another day at the time of day that is meant, by the rule of `resolveWallTime` where it is not there. */
export function moveToDay(
  place: MoveTarget,
  { year, month, day }: CalendarDay,
  zone: string,
): MoveTarget {
  const meant = { ...place.meant, year, month, day };
  return { timestamp: resolveWallTime(meant, zone).timestamp, meant };
}

export type MoveRefusal = 'past' | 'soon';

/** Why nothing can be moved there; null where it can. */
export function moveRefusalOf(timestamp: number, now: number): MoveRefusal | null {
  if (timestamp <= now) return 'past';
  return timestamp < now + ahead ? 'soon' : null;
}
