import { dayNumber, type CalendarDay } from './day-number';

export type { CalendarDay };

/** The day that is `number` days after January 1, 1970. */
export function dayFromNumber(number: number): CalendarDay {
  const date = new Date(number * 86_400_000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

export function addDays(from: CalendarDay, days: number): CalendarDay {
  return dayFromNumber(dayNumber(from) + days);
}

/** The same day in another month, or the last day of that month if it is shorter. */
export function addMonths({ year, month, day }: CalendarDay, months: number): CalendarDay {
  const index = year * 12 + (month - 1) + months;
  const target = { year: Math.floor(index / 12), month: (index % 12) + 1 };
  return { ...target, day: Math.min(day, daysInMonth(target.year, target.month)) };
}

export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** 0 is Sunday. */
export function weekdayOf(date: CalendarDay): number {
  return (((dayNumber(date) + 4) % 7) + 7) % 7;
}

export function isSameDay(a: CalendarDay, b: CalendarDay): boolean {
  return a.year === b.year && a.month === b.month && a.day === b.day;
}

export function isRealDate({ year, month, day }: CalendarDay): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** Six full weeks that contain a month, starting on `firstDay` (0 is Sunday). */
export function monthGrid({ year, month }: CalendarDay, firstDay: number): CalendarDay[][] {
  const first = { year, month, day: 1 };
  const start = addDays(first, -((weekdayOf(first) - firstDay + 7) % 7));
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(start, week * 7 + day)),
  );
}
