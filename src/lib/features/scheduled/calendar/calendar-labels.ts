import { m } from '$lib/paraglide/messages';
import type { CalendarDay } from '../../../time/dates';
import { dayNumber } from '../../../time/day-number';
import { absoluteTime, type TimeStyle } from '../../../time/format-time';
import type { MoveRefusal } from './move-target';

// Calendar dates have no time zone, so they are formatted as UTC days.
const moment = (day: CalendarDay) => dayNumber(day) * 86_400_000;

const format = (locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });

export function createDayFormats(locale: string) {
  const full = format(locale, { dateStyle: 'full' });
  const weekday = format(locale, { weekday: 'short' });
  const short = format(locale, { weekday: 'short', day: 'numeric', month: 'short' });
  const month = format(locale, { month: 'long', year: 'numeric' });
  const span = format(locale, { day: 'numeric', month: 'short', year: 'numeric' });
  const digits = new Intl.NumberFormat(locale, { useGrouping: false });
  const brief = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 0 });
  return {
    /** `Friday, November 27, 2026` */
    full: (day: CalendarDay) => full.format(moment(day)),
    /** `Fri, Nov 27` */
    short: (day: CalendarDay) => short.format(moment(day)),
    weekday: (day: CalendarDay) => weekday.format(moment(day)),
    /** `November 2026` */
    month: (day: CalendarDay) => month.format(moment(day)),
    /** `Nov 23 – 29, 2026` */
    span: (from: CalendarDay, to: CalendarDay) => span.formatRange(moment(from), moment(to)),
    number: ({ day }: CalendarDay) => digits.format(day),
    /** A short number: `12`, `5K`. */
    count: (count: number) => brief.format(count),
  };
}

export type DayFormats = ReturnType<typeof createDayFormats>;

/** Where a message is being moved to, or why it can't be. UNIX seconds. */
export function moveLabel(
  timestamp: number,
  refusal: MoveRefusal | null,
  now: number,
  style: TimeStyle,
): string {
  const time = absoluteTime(timestamp, now, style, true);
  if (refusal === 'past') return m.calendar_past({ time });
  return refusal === 'soon' ? m.calendar_soon({ time }) : m.calendar_to({ time });
}
