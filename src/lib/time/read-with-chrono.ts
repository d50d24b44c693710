import type { ParsedResult } from 'chrono-node';
import { dayNumber, isRealDate, type CalendarDay } from './dates';
import type { ClockTime, ParsedDay } from './time-grammar';
import type { DateParser } from './date-parsers';
import type { WallTime } from './zones';

/** What a whole text means as chrono reads it, and nothing that chrono merely assumes. */
export interface ChronoReading {
  readonly day: ParsedDay | null;
  readonly clock: ClockTime | null;
  /** Instead of both: so many seconds from now. */
  readonly seconds: number | null;
}

/** Chrono answers these with a date to come; they are in the past. */
const past =
  /\b(last|past|ago|letzte[nrms]?|vorige[nrms]?|vergangene[nrms]?|dernier|dernière|passée?|pasad[oa]|últim[oa]|ultim[oa]|passad[oa]|scors[oa]|vorige|afgelopen|förra|viime)\b|прошл|минул|先週|上周|上週|الماضي/u;

/** Numbers that chrono makes up: "a few hours" are not three. */
const vague =
  /\b(few|couple|several|some|paar|einige[nr]?|quelques|un[oa]s|algun[oa]s|alcun[ei]|qualche|enkele|några|ett par|muutam|beberapa|vài)|нескольк|пар[уы]|кільк|数|几|幾|بضع/u;

/** Words that may be left beside what was read. */
const beside = /^[\s,]*(?:(?:on|at|the|am|den|der|le|el|il|em|na|op|på|am|um|в|у|во)[\s,]*)?$/u;

/** Parts of the day, as chrono names them, and the hour that they stand for here. */
const parts: Record<string, number> = { morning: 9, noon: 12, afternoon: 14, evening: 18 };

/**
 * Reads a whole text; null where chrono finds nothing, more than one time, a span, a zone, or only a
 * part of the text. `now` is the wall time that the text is seen from.
 */
export function readWithChrono(
  text: string,
  now: WallTime,
  reader: DateParser,
): ChronoReading | null {
  if (past.test(text) || vague.test(text) || !/\p{L}/u.test(text)) return null;
  // Noon: chrono counts in the device's zone, in which another hour may be missing today.
  const noon = new Date(now.year, now.month - 1, now.day, 12);
  const [result, more] = reader.parse(text, noon, { forwardDate: true });
  if (!result || more || result.end) return null;
  const left = text.slice(0, result.index) + text.slice(result.index + result.text.length);
  if (!beside.test(left)) return null;
  const tags = [...result.tags()];
  if (tags.includes('casualReference/now')) return null;
  // For English all but the names of months has rules of its own.
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
  // "next week" has no day of its own; "in 2 weeks" and "in three days" do.
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
  // "nächsten Freitag" may be a week further than "Freitag".
  const ahead = dayNumber(date) - dayNumber(now);
  return ahead >= 0 && ahead <= 7 ? { kind: 'weekday', weekday } : { kind: 'date', date };
}
