import { addDays, type CalendarDay } from '../../../time/dates';
import { offsetAt, placeWall } from '../../../time/place';
import { wallAt, type Wall } from '../../../time/zones';

/** Steps of a move on the axis, in minutes. */
export const stepMinutes = 15;

/** Nothing is moved to less than this ahead; seconds. */
const ahead = 60;

export type Step =
  /** Quarters of an hour on the time line. */
  | { readonly unit: 'quarter'; readonly by: 1 | -1 }
  /** Days of the calendar; the time of day stays. */
  | { readonly unit: 'day'; readonly by: number };

/** Where something is being moved to. */
export interface Place {
  /** UNIX seconds. */
  readonly timestamp: number;
  /** What is meant: a time that the clocks skip is passed over on the way, and not forgotten. */
  readonly meant: Wall;
}

export function placeAt(timestamp: number, zone: string): Place {
  return { timestamp, meant: wallAt(timestamp, zone) };
}

/** A step on. What is between two quarters of an hour goes to the next of them. */
export function stepped(place: Place, step: Step, zone: string): Place {
  if (step.unit === 'day') return onDay(place, addDays(place.meant, step.by), zone);
  const size = stepMinutes * 60;
  const offset = offsetAt(place.timestamp, zone);
  const local = place.timestamp + offset;
  const next = step.by > 0 ? Math.floor(local / size) + 1 : Math.ceil(local / size) - 1;
  return placeAt(next * size - offset, zone);
}

/** Another day at the time of day that is meant, by the rule of `placeWall` where it is not there. */
export function onDay(place: Place, { year, month, day }: CalendarDay, zone: string): Place {
  const meant = { ...place.meant, year, month, day };
  return { timestamp: placeWall(meant, zone).timestamp, meant };
}

export type Refusal = 'past' | 'soon';

/** Why nothing can be moved there; null where it can. */
export function refusalOf(timestamp: number, now: number): Refusal | null {
  if (timestamp <= now) return 'past';
  return timestamp < now + ahead ? 'soon' : null;
}
