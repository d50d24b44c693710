import { addDays } from '../../time/dates';
import { resolveWallTime } from '../../time/resolve-wall-time';
import { wallTimeAt } from '../../time/zones';

/** 9:00 on the next day in the time zone, in UNIX seconds. */
export function tomorrowMorning(now: number, zone: string): number {
  const { year, month, day } = addDays(wallTimeAt(now, zone), 1);
  return resolveWallTime({ year, month, day, hour: 9, minute: 0 }, zone).timestamp;
}
