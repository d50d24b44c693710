import { readWithChrono } from './read-with-chrono';
import { addDays, addMonths, isRealDate, weekdayOf, type CalendarDay } from './dates';
import {
  normalizeTimeText,
  splitOffClock,
  readNumericDate,
  readEnglishDay,
  readSpan,
  type ClockTime,
  type ParsedDay,
  type DateSpan,
} from './time-grammar';
import type { DateParser } from './date-parsers';
import { dayComesFirst } from './format-time';
import { resolveWallTime, type ResolvedTime } from './resolve-wall-time';
import { wallTimeAt, type WallTime } from './zones';

/** Why a text isn't accepted as a time. */
export type TimeRefusal =
  /** Not clearly a time, or several times. */
  | 'unclear'
  /** A bare number, which could be an hour, a day or a duration. */
  | 'number'
  | 'no-such-date'
  /** The date isn't on the given weekday. */
  | 'weekday'
  | 'past'
  /** More than ten years ahead: probably a typo. */
  | 'far';

export type TimeReading = ResolvedTime | { readonly fit: 'refused'; readonly why: TimeRefusal };

export interface TimeContext {
  /** UNIX seconds. */
  readonly now: number;
  readonly zone: string;
  /** Decides whether `05/06` is June 5 or May 6. */
  readonly locale: string;
  /** From `loadDateParsers`. Without them, only digits and plain English are understood. */
  readonly parsers: readonly DateParser[];
}

const maxTextLength = 80;
const decade = 10 * 366 * 86_400;
const nine: ClockTime = { hour: 9, minute: 0, second: 0 };

/** English parts of the day: their hour, and whether a time without "pm" is in the afternoon. */
const dayParts: readonly (readonly [RegExp, hour: number, afternoon: boolean])[] = [
  [/ ?\b(?:(?:in the|this) )?morning$/, 9, false],
  [/ ?\b(?:(?:in the|this) )?afternoon$/, 14, true],
  [/ ?\b(?:(?:in the|this) )?evening$/, 18, true],
  [/ ?\b(?:tonight|(?:at )?night)$/, 20, true],
];

/**
 * Reads a typed text as a future time; refuses it unless the meaning is certain.
 * - A day without a time means 9:00; a time without a day means its next occurrence.
 * - Hours without am or pm use the 24-hour clock. A bare number is only a time after a day or "at".
 * - A weekday, or a date without a year, is the next one; "next Friday" is Friday of next week.
 * - Durations in hours and minutes end at the next full minute, those with seconds are exact; those
 * in days, weeks and months keep the time of day.
 */
export function readTime(typed: string, context: TimeContext): TimeReading {
  const text = normalizeTimeText(typed);
  if (text.length === 0 || text.length > maxTextLength) return refuse('unclear');
  if (/^\d+$/.test(text)) return refuse('number');
  const english = new Intl.Locale(context.locale).language === 'en';
  // "2h30" is 150 minutes to some people and 2:30 to others. In other languages "14h" is a time.
  if (english && /^\d+h\d+$/.test(text)) return refuse('unclear');
  const span = english || !/^\d+ ?h$/.test(text) ? readSpan(text) : null;
  if (span) return check(afterSpan(span, context), context);
  const now = wallTimeAt(context.now, context.zone);

  let closest: TimeReading = refuse('unclear');
  for (const reading of readings(text, now, context)) {
    const found = check(reading, context);
    if (found.fit !== 'refused') return found;
    if (closest.fit === 'refused' && closest.why === 'unclear') closest = found;
  }
  return closest;
}

function* readings(text: string, now: WallTime, context: TimeContext): Generator<TimeReading> {
  for (const { clock, rest } of splitOffClock(text)) {
    if (rest === '') yield place(null, clock, now, context);
    else {
      const [shorter, hour, afternoon] = peelPart(rest);
      const fitting = hour === null ? clock : within(clock, afternoon);
      const day = shorter === '' ? today(now) : readDay(shorter, now, context);
      if (day && fitting) yield place(day, fitting, now, context);
    }
  }
  if (text === 'midnight') yield place(null, { hour: 0, minute: 0, second: 0 }, now, context);
  const [rest, hour] = peelPart(text);
  const day = rest === '' ? today(now) : readDay(rest, now, context);
  if (day && hour !== null) yield place(day, { ...nine, hour }, now, context);
  else if (day) yield place(day, usual(day, now), now, context);
  for (const reader of context.parsers) {
    const read = readWithChrono(text, now, reader);
    if (!read) continue;
    const clock = read.clock ?? usual(read.day, now);
    if (read.seconds === null) yield place(read.day, clock, now, context);
    else yield afterSpan({ days: 0, months: 0, seconds: read.seconds }, context);
  }
}

/** The time for a day without one. */
function usual(day: ParsedDay | null, now: WallTime): ClockTime {
  if (day?.kind !== 'date' || !day.counted) return nine;
  return { hour: now.hour, minute: now.minute, second: 0 };
}

const today = (now: WallTime): ParsedDay => ({ kind: 'date', date: now });

function peelPart(text: string): [rest: string, hour: number | null, afternoon: boolean] {
  for (const [form, hour, afternoon] of dayParts) {
    if (form.test(text)) return [text.replace(form, ''), hour, afternoon];
  }
  return [text, null, false];
}

/** "evening 7" is 19:00; "morning 19:00" is invalid. */
function within(clock: ClockTime, afternoon: boolean): ClockTime | null {
  if (!afternoon) return clock.hour < 12 ? clock : null;
  return clock.hour >= 12 ? clock : { ...clock, hour: clock.hour + 12 };
}

function readDay(text: string, now: WallTime, context: TimeContext): ParsedDay | null {
  const plain = readEnglishDay(text, now) ?? readNumericDate(text, dayComesFirst(context.locale));
  if (plain) return plain;
  // A weekday before a date must match the date.
  const [, name = '', date = ''] = /^(\p{L}+)\.?,? (\D*\d.*)$/u.exec(text) ?? [];
  const named = name ? readDay(name, now, context) : null;
  if (named?.kind === 'weekday') {
    const dated = readDay(date, now, context);
    if (dated?.kind === 'impossible') return dated;
    if (dated && dated.kind !== 'weekday') return { ...dated, weekday: named.weekday };
  }
  const span = readSpan(text);
  if (span && span.seconds === 0) return { kind: 'date', date: moved(now, span) };
  for (const reader of context.parsers) {
    const read = readWithChrono(text, now, reader);
    if (read?.day && !read.clock) return read.day;
  }
  return null;
}

const moved = (from: CalendarDay, { days, months }: DateSpan) =>
  addDays(addMonths(from, months), days);

function afterSpan(span: DateSpan, { now, zone }: TimeContext): TimeReading {
  const { seconds } = span;
  if (span.days === 0 && span.months === 0) {
    const timestamp = now + seconds;
    return {
      fit: 'exact',
      timestamp: seconds > 0 && seconds % 60 === 0 ? toMinute(timestamp) : timestamp,
    };
  }
  if (Math.abs(span.days) + Math.abs(span.months) * 31 > 4000) return refuse('far');
  const from = { ...wallTimeAt(now, zone), second: 0 };
  const placed = resolveWallTime({ ...from, ...moved(from, span) }, zone);
  if (seconds === 0) return placed;
  return { fit: 'exact', timestamp: toMinute(placed.timestamp + seconds) };
}

const toMinute = (timestamp: number) => Math.ceil(timestamp / 60) * 60;

/** The first future occurrence; if there is none, the last one, or a refusal. */
function place(
  day: ParsedDay | null,
  clock: ClockTime,
  now: WallTime,
  { now: from, zone }: TimeContext,
): TimeReading {
  let last: TimeReading = refuse('no-such-date');
  for (const date of occurrences(day, now)) {
    last = resolveWallTime({ ...date, ...clock }, zone);
    if (last.timestamp <= from) continue;
    const named = day && 'weekday' in day ? day.weekday : undefined;
    return named === undefined || weekdayOf(date) === named ? last : refuse('weekday');
  }
  return last;
}

function occurrences(day: ParsedDay | null, now: WallTime): CalendarDay[] {
  if (!day) return [now, addDays(now, 1), addDays(now, 2)].map(dateOnly);
  switch (day.kind) {
    case 'date':
      return [dateOnly(day.date)];
    case 'yearless':
      return Array.from({ length: 9 }, (_, years) => ({ ...day, year: now.year + years }))
        .map(dateOnly)
        .filter(isRealDate);
    case 'weekday': {
      const ahead = (day.weekday - weekdayOf(now) + 7) % 7;
      return [addDays(now, ahead), addDays(now, ahead + 7)];
    }
    case 'impossible':
      return [];
  }
}

const dateOnly = ({ year, month, day }: CalendarDay): CalendarDay => ({ year, month, day });

function check(typed: TimeReading, { now }: TimeContext): TimeReading {
  if (typed.fit === 'refused') return typed;
  if (!Number.isFinite(typed.timestamp) || typed.timestamp > now + decade) return refuse('far');
  return typed.timestamp > now ? typed : refuse('past');
}

function refuse(why: TimeRefusal): TimeReading {
  return { fit: 'refused', why };
}
