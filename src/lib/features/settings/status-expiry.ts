import { m } from '$lib/paraglide/messages';
import { addDays, weekdayOf, type CalendarDay } from '../../time/dates';
import { resolveWallTime } from '../../time/resolve-wall-time';
import { wallTimeAt } from '../../time/zones';

/** When a status ends. */
export type StatusExpiry = 'never' | 'half' | 'hour' | 'hours' | 'today' | 'monday';

export const statusExpiryLabels: Readonly<Record<StatusExpiry, () => string>> = {
  never: m.status_end_never,
  half: m.status_end_half,
  hour: m.status_end_hour,
  hours: m.status_end_hours,
  today: m.status_end_today,
  monday: m.status_end_monday,
};

const spans: Readonly<Partial<Record<StatusExpiry, number>>> = {
  half: 30 * 60,
  hour: 60 * 60,
  hours: 4 * 60 * 60,
};

/** UNIX seconds, in the time zone; undefined for never. */
export function statusExpiryTime(
  kind: StatusExpiry,
  now: number,
  zone: string,
): number | undefined {
  const span = spans[kind];
  if (span !== undefined) return now + span;
  if (kind === 'never') return undefined;
  const today = wallTimeAt(now, zone);
  const days = kind === 'today' ? 1 : (8 - weekdayOf(today)) % 7 || 7;
  return midnight(addDays(today, days), zone);
}

function midnight({ year, month, day }: CalendarDay, zone: string): number {
  return resolveWallTime({ year, month, day, hour: 0, minute: 0 }, zone).timestamp;
}
