import type { CalendarDay } from './dates';

/** Days since January 1, 1970. */
export function dayNumber({ year, month, day }: CalendarDay): number {
  return Date.UTC(year, month - 1, day) / 86_400_000;
}
