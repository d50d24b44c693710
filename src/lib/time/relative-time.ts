import { dayNumber } from './day-number';
import type { TimeStyle } from './format-time';
import { wallTimeAt } from './zones';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Distance from now in one unit: `in 59 seconds`, `in 3 hours`, `in 3 days`, `5 minutes ago`. Days
 * are counted as nights in between, as people do, not as spans of 24 hours.
 */
export function relativeTime(
  timestamp: number,
  now: number,
  { locale, zone }: TimeStyle,
  style: 'long' | 'short' = 'long',
): string {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'always', style });
  const away = timestamp - now;
  if (away === 0) {
    return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style }).format(0, 'second');
  }
  const size = Math.abs(away);
  if (size < minute) return words.format(Math.trunc(away), 'second');
  if (size < hour - minute / 2) return words.format(Math.round(away / minute), 'minute');
  if (size < day) return words.format(Math.round(away / hour), 'hour');
  const days = dayNumber(wallTimeAt(timestamp, zone)) - dayNumber(wallTimeAt(now, zone));
  if (Math.abs(days) < 60) return words.format(days, 'day');
  if (Math.abs(days) < 700) return words.format(Math.round(days / 30.44), 'month');
  return words.format(Math.round(days / 365.25), 'year');
}
