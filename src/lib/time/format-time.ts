import { cachePerLocale } from '../ui/cache-per-locale';
import { dayNumber } from './day-number';
import { wallTimeAt } from './zones';

/** How to show times to the user. */
export interface TimeStyle {
  /** A BCP 47 tag, with a region if known: see `regionalLocale`. */
  readonly locale: string;
  /** The IANA time zone to show times in. */
  readonly zone: string;
  /** The setting `twenty_four_hour_time`; null or absent: follow the locale. */
  readonly twentyFour?: boolean | null | undefined;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(style: TimeStyle, kind: string, options: Intl.DateTimeFormatOptions) {
  const { locale, zone, twentyFour } = style;
  const key = `${locale} ${zone} ${twentyFour} ${kind}`;
  let made = formats.get(key);
  if (!made) {
    const clock = !options.hour
      ? {}
      : usesTwentyFour(style)
        ? ({ hour: '2-digit', hourCycle: 'h23' } as const)
        : ({ hour: 'numeric', hourCycle: 'h12' } as const);
    made = new Intl.DateTimeFormat(locale, { timeZone: zone, ...options, ...clock });
    formats.set(key, made);
  }
  return made;
}

/** Whether to show 14:30 instead of 2:30 PM. */
export function usesTwentyFour({ locale, twentyFour }: Omit<TimeStyle, 'zone'>): boolean {
  if (typeof twentyFour === 'boolean') return twentyFour;
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  return hourCycle === 'h23' || hourCycle === 'h24';
}

const clock = { hour: 'numeric', minute: '2-digit' } as const;

const minute = 60;
const hour = 60 * minute;

const justNow = cachePerLocale(
  (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
);

const minutes = cachePerLocale(
  (locale) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'short' }),
);

/** `14:30` or `2:30 PM`; with seconds unless they are 0. */
export function timeOfDay(timestamp: number, style: TimeStyle): string {
  return timestamp % 60 === 0
    ? format(style, 'clock', clock).format(timestamp * 1000)
    : format(style, 'seconds', { ...clock, second: '2-digit' }).format(timestamp * 1000);
}

/** `Fri`. */
export function shortWeekday(timestamp: number, style: TimeStyle): string {
  return format(style, 'weekday', { weekday: 'short' }).format(timestamp * 1000);
}

/** `Friday, November 27, 2026`, for headings and labels. */
export function longDate(timestamp: number, style: TimeStyle): string {
  return format(style, 'long', { dateStyle: 'full' }).format(timestamp * 1000);
}

/** `Yesterday`, `Today`, `Tomorrow`, or a date like `Mon, Nov 23`; with the year if it differs. */
export function dayName(timestamp: number, now: number, style: TimeStyle): string {
  const [then, today] = [wallTimeAt(timestamp, style.zone), wallTimeAt(now, style.zone)];
  const days = dayNumber(then) - dayNumber(today);
  if (Math.abs(days) <= 1) {
    const word = justNow(style.locale).format(days, 'day');
    return word.charAt(0).toUpperCase() + word.slice(1);
  }
  return format(style, `day ${then.year === today.year}`, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(then.year !== today.year && { year: 'numeric' }),
  }).format(timestamp * 1000);
}

/** Weekday, date and time, on request with the zone: `Fri, Nov 27, 2:30 PM GMT+1`. */
export function absoluteTime(
  timestamp: number,
  now: number,
  style: TimeStyle,
  withZone = false,
): string {
  const sameYear = wallTimeAt(timestamp, style.zone).year === wallTimeAt(now, style.zone).year;
  const precise = timestamp % 60 !== 0;
  return format(style, `absolute ${sameYear} ${precise} ${withZone}`, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...clock,
    ...(!sameYear && { year: 'numeric' }),
    ...(precise && { second: '2-digit' }),
    ...(withZone && { timeZoneName: 'short' }),
  }).format(timestamp * 1000);
}

/**
 * A time in a list: minutes if less than an hour ago, the time if today, the weekday if less than a
 * week ago, or the date. Up to a minute in the future counts as now, because another device's clock
 * can be ahead.
 */
export function shortTime(timestamp: number, now: number, style: TimeStyle): string {
  const age = now - timestamp;
  if (Math.abs(age) < minute) return justNow(style.locale).format(0, 'second');
  if (age > 0 && age < hour) return minutes(style.locale).format(Math.floor(age / minute));
  const [then, today] = [wallTimeAt(timestamp, style.zone), wallTimeAt(now, style.zone)];
  const days = dayNumber(today) - dayNumber(then);
  if (days === 0) return format(style, 'clock', clock).format(timestamp * 1000);
  if (days > 0 && days < 7) return shortWeekday(timestamp, style);
  return format(style, `date ${then.year === today.year}`, {
    day: 'numeric',
    month: 'short',
    ...(then.year !== today.year && { year: 'numeric' }),
  }).format(timestamp * 1000);
}

/** A past time in a sentence ("since 2:30 PM"): the time if today, otherwise the date and time. */
export function timeInSentence(timestamp: number, now: number, style: TimeStyle): string {
  return dayName(timestamp, now, style) === dayName(now, now, style)
    ? format(style, 'clock', clock).format(timestamp * 1000)
    : absoluteTime(timestamp - (timestamp % 60), now, style);
}

/** Full date, time and zone. */
export function fullTime(timestamp: number, style: TimeStyle): string {
  return format(style, 'full', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    ...clock,
    second: '2-digit',
    timeZoneName: 'short',
  }).format(timestamp * 1000);
}

/** A zone by its city, with its offset at that time: `Berlin (GMT+1)`. */
export function zoneName(zone: string, timestamp: number, locale: string): string {
  const city = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
  const offset = shortOffset(timestamp, { locale, zone });
  return offset && !/^(UTC|GMT)$/.test(city) ? `${city} (${offset})` : city;
}

/** The zone's offset at that time: `GMT+1`. */
export function shortOffset(timestamp: number, style: TimeStyle): string {
  const parts = format(style, 'offset', { timeZoneName: 'shortOffset' }).formatToParts(
    timestamp * 1000,
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/**
 * The UI's language with the region the browser prefers for it (`en` becomes `en-GB`), because the
 * clock, the week and the order of day and month depend on the region.
 */
export function regionalLocale(language: string, preferred = navigator.languages): string {
  const own = new Intl.Locale(language);
  if (own.region) return language;
  const match = preferred.find((tag) => {
    try {
      const { language: base, region } = new Intl.Locale(tag);
      return base === own.language && region;
    } catch {
      return false;
    }
  });
  return match ?? language;
}

/** Whether the locale writes the day before the month (`27/11`). */
export function dayComesFirst(locale: string): boolean {
  const order = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type);
  return order.indexOf('day') < order.indexOf('month');
}
