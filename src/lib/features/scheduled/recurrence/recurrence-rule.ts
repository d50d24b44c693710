import * as v from 'valibot';
import { addDays, daysInMonth, isRealDate, weekdayOf, type CalendarDay } from '../../../time/dates';
import { dayNumber } from '../../../time/day-number';
import { resolveWallTime } from '../../../time/resolve-wall-time';
import { isKnownZone } from '../../../time/zones';

const whole = (from: number, to: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(from), v.maxValue(to));
const weekday = whole(0, 6);
const day = v.pipe(
  v.object({ year: whole(1970, 9999), month: whole(1, 12), day: whole(1, 31) }),
  v.check(isRealDate),
);

/** A larger interval is probably a typo. */
export const maxInterval = 99;
/** A larger number of times is probably a typo. */
export const maxTimes = 999;

const pattern = v.variant('every', [
  v.object({ every: v.literal('day') }),
  /** 0 is Sunday. With an interval above 1, weeks start on Monday. */
  v.object({ every: v.literal('week'), weekdays: v.pipe(v.array(weekday), v.minLength(1)) }),
  /** In months without that day, their last day. */
  v.object({ every: v.literal('month'), day: whole(1, 31) }),
  /** The nth such weekday of the month; -1 is the last. */
  v.object({ every: v.literal('nth'), nth: v.picklist([1, 2, 3, 4, -1]), weekday }),
]);
export type RecurrencePattern = v.InferOutput<typeof pattern>;

/** A rule as stored on this device. */
export const recurrenceRuleSchema = v.object({
  pattern,
  /** Every n days, weeks or months. */
  interval: whole(1, maxInterval),
  hour: whole(0, 23),
  minute: whole(0, 59),
  /** IANA name. `hour` and `minute` are wall-clock time there, in summer and in winter. */
  zone: v.pipe(v.string(), v.check(isKnownZone)),
  /** The first day that counts. Intervals are counted from it. */
  start: day,
  end: v.variant('kind', [
    v.object({ kind: v.literal('never') }),
    v.object({ kind: v.literal('times'), times: whole(1, maxTimes) }),
    /** The last day that counts. */
    v.object({ kind: v.literal('date'), day }),
  ]),
});
export type RecurrenceRule = v.InferOutput<typeof recurrenceRuleSchema>;

/** Maximum number of upcoming messages of a recurring message. */
export const maxScheduledAhead = 26;

/** Days of a pattern in order, without end. */
function* days({ pattern, interval, start }: RecurrenceRule): Generator<CalendarDay> {
  if (pattern.every === 'day') {
    for (let at = 0; ; at += interval) yield addDays(start, at);
  }
  if (pattern.every === 'week') {
    const monday = addDays(start, -((weekdayOf(start) + 6) % 7));
    const offsets = [...new Set(pattern.weekdays.map((one) => (one + 6) % 7))].sort(
      (a, b) => a - b,
    );
    for (let week = 0; ; week += interval) {
      for (const offset of offsets) yield addDays(monday, week * 7 + offset);
    }
  }
  for (let month = start.year * 12 + start.month - 1; ; month += interval) {
    const first = { year: Math.floor(month / 12), month: (month % 12) + 1, day: 1 };
    yield pattern.every === 'nth' ? nthWeekday(first, pattern) : dayOf(first, pattern.day);
  }
}

function dayOf(first: CalendarDay, wanted: number): CalendarDay {
  return { ...first, day: Math.min(wanted, daysInMonth(first.year, first.month)) };
}

function nthWeekday(
  first: CalendarDay,
  { nth, weekday: wanted }: { readonly nth: number; readonly weekday: number },
): CalendarDay {
  const toFirst = (wanted - weekdayOf(first) + 7) % 7;
  if (nth > 0) return addDays(first, toFirst + (nth - 1) * 7);
  const last = daysInMonth(first.year, first.month);
  return { ...first, day: toFirst + 1 + 7 * Math.floor((last - toFirst - 1) / 7) };
}

/** Days in ten years, the furthest time that can be entered. */
const decade = 3660;

/** A time of a rule in UNIX seconds, and the day that the rule names for it. */
interface Dated {
  readonly day: CalendarDay;
  readonly timestamp: number;
}

/**
 * If the clocks skip the last hour of a day, its time is on the next day but counts for the named
 * day.
 */
function* datedTimes(rule: RecurrenceRule): Generator<Dated> {
  const first = dayNumber(rule.start);
  const { end, hour, minute, zone } = rule;
  let [count, before] = [0, -Infinity];
  for (const date of days(rule)) {
    const number = dayNumber(date);
    if (number < first) continue;
    if (end.kind === 'times' && count >= end.times) return;
    if (end.kind === 'date' && number > dayNumber(end.day)) return;
    const { timestamp } = resolveWallTime({ ...date, hour, minute }, zone);
    // A zone can skip a whole day: don't return the same moment twice.
    if (timestamp <= before) continue;
    before = timestamp;
    count++;
    yield { day: date, timestamp };
  }
}

/**
 * All times of a rule from its start on, in order, in UNIX seconds. A time that the clocks skip or
 * repeat follows the rule of `resolveWallTime`.
 */
export function* timesOf(rule: RecurrenceRule): Generator<number> {
  for (const { timestamp } of datedTimes(rule)) yield timestamp;
}

/** Up to `most` times after a moment, in UNIX seconds. */
export function timesAfter(rule: RecurrenceRule, after: number, most: number): readonly number[] {
  return datedAfter(rule, after, most).map(({ timestamp }) => timestamp);
}

function datedAfter(rule: RecurrenceRule, after: number, most: number): readonly Dated[] {
  const found: Dated[] = [];
  const farthest = after + (decade + rule.interval * 31 * maxScheduledAhead) * 86_400;
  for (const dated of datedTimes(rule)) {
    if (found.length >= most || dated.timestamp > farthest) break;
    if (dated.timestamp > after) found.push(dated);
  }
  return found;
}

/**
 * The rule starting with its first time after a moment, so that its number of times counts from
 * there.
 */
export function ruleStartingAfter(rule: RecurrenceRule, after: number): RecurrenceRule {
  const unending = { ...rule, end: { kind: 'never' } as const };
  const [first] = datedAfter(unending, after, 1);
  return first ? { ...rule, start: first.day } : rule;
}
