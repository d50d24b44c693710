import { perLocale } from './per-locale';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: string, kind: string, options: Intl.DateTimeFormatOptions) {
  const key = `${locale} ${kind}`;
  let made = formats.get(key);
  if (!made) formats.set(key, (made = new Intl.DateTimeFormat(locale, options)));
  return made;
}

const justNow = perLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

const minutes = perLocale(
  (locale) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'short' }),
);

const minute = 60_000;
const day = 24 * 60 * minute;

/** Not by `hour12`, which calls midnight 24:00 in some languages. */
function clock(hour12: boolean | undefined): Intl.DateTimeFormatOptions {
  return hour12 === undefined ? {} : { hourCycle: hour12 ? 'h12' : 'h23' };
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

/**
 * A time as a list shows it: minutes within the hour, the hour within the day, the weekday within
 * the week, else the date; in the device's zone. Both times in milliseconds. A time a little ahead
 * (another device's clock) counts as now.
 * `hour12` false is a 24-hour clock; absent, the language decides.
 */
export function shortTime(time: number, now: number, locale: string, hour12?: boolean): string {
  const age = now - time;
  if (Math.abs(age) < minute) return justNow(locale).format(0, 'second');
  if (age > 0 && age < 60 * minute) return minutes(locale).format(Math.floor(age / minute));
  const days = Math.round((startOfDay(now) - startOfDay(time)) / day);
  if (days === 0) {
    const options = { hour: 'numeric', minute: '2-digit', ...clock(hour12) } as const;
    return format(locale, `time ${hour12}`, options).format(time);
  }
  if (days > 0 && days < 7) return format(locale, 'weekday', { weekday: 'short' }).format(time);
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return sameYear
    ? format(locale, 'day', { day: 'numeric', month: 'short' }).format(time)
    : format(locale, 'year', { day: 'numeric', month: 'short', year: 'numeric' }).format(time);
}

/** The whole of it: date, time and zone. */
export function fullTime(time: number, locale: string, hour12?: boolean): string {
  const options = { dateStyle: 'full', timeStyle: 'long', ...clock(hour12) } as const;
  return format(locale, `full ${hour12}`, options).format(time);
}
