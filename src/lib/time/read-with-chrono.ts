import type { ParsedResult } from 'chrono-node';
import { isRealDate, type CalendarDay } from './dates';
import { dayNumber } from './day-number';
import type { ClockTime, ParsedDay } from './time-grammar';
import type { DateParser } from './date-parsers';
import type { WallTime } from './zones';

/** What chrono reads in a text, without the parts it only assumes. */
export interface ChronoReading {
  readonly day: ParsedDay | null;
  readonly clock: ClockTime | null;
  /** Seconds from now, instead of day and clock. */
  readonly seconds: number | null;
}

/** Words for the past, which chrono turns into a future date. */
const past =
  /\b(last|past|ago|letzte[nrms]?|vorige[nrms]?|vergangene[nrms]?|dernier|dernière|passée?|pasad[oa]|últim[oa]|ultim[oa]|passad[oa]|scors[oa]|vorige|afgelopen|förra|viime)\b|прошл|минул|先週|上周|上週|الماضي/u;

/** Vague amounts that chrono turns into a number: "a few hours" isn't three. */
const vague =
  /\b(few|couple|several|some|paar|einige[nr]?|quelques|un[oa]s|algun[oa]s|alcun[ei]|qualche|enkele|några|ett par|muutam|beberapa|vài)|нескольк|пар[уы]|кільк|数|几|幾|بضع/u;

/** Words that can be left over around the parsed part. */
const joiningWords =
  /^[\s,]*(?:(?:on|at|the|am|den|der|le|el|il|em|na|op|på|am|um|в|у|во)[\s,]*)?$/u;

/** Hour for each of chrono's parts of the day. */
const parts: Record<string, number> = { morning: 9, noon: 12, afternoon: 14, evening: 18 };

/**
 * Reads a whole text with chrono. Null if chrono finds nothing, several times, a range or a zone,
 * or understands only part of the text. `now` is the current wall time.
 */
export function readWithChrono(
  text: string,
  now: WallTime,
  reader: DateParser,
): ChronoReading | null {
  if (past.test(text) || vague.test(text) || !/\p{L}/u.test(text)) return null;
  // At noon, because chrono uses the device's zone, which can skip another hour today.
  const noon = new Date(now.year, now.month - 1, now.day, 12);
  const [result, more] = reader.parse(text, noon, { forwardDate: true });
  if (!result || more || result.end) return null;
  const left = text.slice(0, result.index) + text.slice(result.index + result.text.length);
  if (!joiningWords.test(left)) return null;
  const tags = [...result.tags()];
  if (tags.includes('casualReference/now')) return null;
  // For English, our own rules cover everything except names of months.
  const english = reader.language === 'en';
  if (english && tags.includes('result/relativeDate')) return null;
  if (tags.includes('result/relativeDateAndTime')) {
    const seconds = Math.round((result.start.date().getTime() - noon.getTime()) / 1000);
    return { day: null, clock: null, seconds };
  }
  if (result.start.isCertain('timezoneOffset')) return null;
  const clock = clockOf(result, tags);
  const day = dayOf(result, tags, now);
  if (english && (clock || day?.kind === 'weekday')) return null;
  return day || clock ? { day, clock, seconds: null } : null;
}

function clockOf({ start }: ParsedResult, tags: readonly string[]): ClockTime | null {
  if (start.isCertain('hour')) {
    const [hour, minute, second] = (['hour', 'minute', 'second'] as const).map(
      (unit) => start.get(unit) ?? 0,
    ) as [number, number, number];
    return { hour, minute, second };
  }
  const part = tags.map((tag) => parts[tag.replace('casualReference/', '')]).find(Boolean);
  return part === undefined ? null : { hour: part, minute: 0, second: 0 };
}

function dayOf(
  { start, text }: ParsedResult,
  tags: readonly string[],
  now: WallTime,
): ParsedDay | null {
  const date: CalendarDay = {
    year: start.get('year')!,
    month: start.get('month')!,
    day: start.get('day')!,
  };
  const weekday = start.isCertain('weekday') ? start.get('weekday')! : undefined;
  // "next week" doesn't name a day; "in 2 weeks" and "in three days" do.
  const isRelative = tags.includes('result/relativeDate');
  if (isRelative && weekday === undefined && !/\p{N}/u.test(text)) return null;
  if (!isRealDate(date)) return { kind: 'impossible' };
  if (start.isCertain('day') && start.isCertain('month')) {
    const named = weekday === undefined ? {} : { weekday };
    if (isRelative) return { kind: 'date', date, counted: true };
    return start.isCertain('year')
      ? { kind: 'date', date, ...named }
      : { kind: 'yearless', month: date.month, day: date.day, ...named };
  }
  if (weekday === undefined || start.isCertain('month')) return null;
  // "nächsten Freitag" can be a week later than "Freitag".
  const ahead = dayNumber(date) - dayNumber(now);
  return ahead >= 0 && ahead <= 7 ? { kind: 'weekday', weekday } : { kind: 'date', date };
}
