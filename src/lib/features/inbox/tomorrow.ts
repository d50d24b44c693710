import { addDays } from '../../time/dates';
import { placeWall } from '../../time/place';
import { wallAt } from '../../time/zones';

/** Nine o'clock on the next day in that zone; UNIX seconds. */
export function tomorrowMorning(now: number, zone: string): number {
  const { year, month, day } = addDays(wallAt(now, zone), 1);
  return placeWall({ year, month, day, hour: 9, minute: 0 }, zone).timestamp;
}
