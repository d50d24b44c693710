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

/** Why a text is not taken as a time. */
export type TimeRefusal =
  /** Nothing that is surely a time, or more than one. */
  | 'unclear'
  /** A bare number: an hour, a day or a span? */
  | 'number'
  | 'no-such-date'
  /** The date falls on another weekday than the one written. */
  | 'weekday'
  | 'past'
  /** More than ten years ahead: rather a slip. */
  | 'far';

export type TimeReading = ResolvedTime | { readonly fit: 'refused'; readonly why: TimeRefusal };

export interface TimeContext {
  /** UNIX seconds. */
  readonly now: number;
  readonly zone: string;
  /** Decides between 5 June and May 6 for `05/06`. */
  readonly locale: string;
  /** From `loadDateParsers`; without them only digits and plain English are understood. */
  readonly parsers: readonly DateParser[];
}

const maxTextLength = 80;
const decade = 10 * 366 * 86_400;
const nine: ClockTime = { hour: 9, minute: 0, second: 0 };

/** English parts of the day. Their hour; and from when on an hour without "pm" is meant as such. */
const dayParts: readonly (readonly [RegExp, hour: number, afternoon: boolean])[] = [
  [/ ?\b(?:(?:in the|this) )?morning$/, 9, false],
  [/ ?\b(?:(?:in the|this) )?afternoon$/, 14, true],
  [/ ?\b(?:(?:in the|this) )?evening$/, 18, true],
  [/ ?\b(?:tonight|(?:at )?night)$/, 20, true],
];

/**
 * The time to come that a text means; refused where it is not certain.
 * - A day without a time means 9:00; a time without a day its next occurrence.
 * - Hours without am or pm are on the 24-hour clock. A bare number is a time only after a day or "at".
 * - A weekday, or a date without a year, is the next one; "next Friday" is Friday of next week.
 * - Spans in hours and minutes end at the next full minute, those with seconds are exact; those in
 *   days, weeks and months keep the time of day.
 */
export function readTime(typed: string, context: TimeContext): TimeReading {
  const text = normalizeTimeText(typed);
  if (text.length === 0 || text.length > maxTextLength) return refuse('unclear');
  if (/^\d+$/.test(text)) return refuse('number');
  const english = new Intl.Locale(context.locale).language === 'en';
  // "2h30" is 150 minutes to some and half past two to others. Outside English "14h" is a time.
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

/** The time of day for a day that was given without one. */
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

/** "evening 7" is 19:00; "morning 19:00" is nothing. */
function within(clock: ClockTime, afternoon: boolean): ClockTime | null {
  if (!afternoon) return clock.hour < 12 ? clock : null;
  return clock.hour >= 12 ? clock : { ...clock, hour: clock.hour + 12 };
}

function readDay(text: string, now: WallTime, context: TimeContext): ParsedDay | null {
  const plain = readEnglishDay(text, now) ?? readNumericDate(text, dayComesFirst(context.locale));
  if (plain) return plain;
  // A weekday in front of a date must be the right one.
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

/** The first occurrence that is to come; the only one where the day has but one. */
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
