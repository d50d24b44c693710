import { addDays, type CalendarDay } from '../../../time/dates';
import { dayNumber } from '../../../time/day-number';
import {
  maxTimes,
  ruleStartingAfter,
  timesAfter,
  timesOf,
  type RecurrencePattern,
  type RecurrenceRule,
} from './recurrence-rule';

const dayMinutes = 24 * 60;

/** The rule from a moment on (UNIX seconds). A number of times is reduced to what is left of it. */
export function ruleFromNow(rule: RecurrenceRule, now: number): RecurrenceRule {
  const rest = ruleStartingAfter(rule, now);
  if (rule.end.kind !== 'times') return rest;
  const times = Math.max(timesAfter(rule, now, maxTimes).length, 1);
  return { ...rest, end: { kind: 'times', times } };
}

/**
 * The rule with all times moved by `seconds` on the clock, rounded to minutes. Null if no rule
 * describes that, for example a day after the last day of the month.
 */
export function shiftRule(rule: RecurrenceRule, seconds: number): RecurrenceRule | null {
  const minutes = rule.hour * 60 + rule.minute + Math.round(seconds / 60);
  const days = Math.floor(minutes / dayMinutes);
  const inDay = minutes - days * dayMinutes;
  const moved = shiftedPattern(rule, days);
  // Starts from the first time, so that weeks and months are counted from the same one as before.
  const { start } = ruleStartingAfter(rule, (dayNumber(rule.start) - 2) * 86_400);
  const later = (day: CalendarDay) => addDays(day, days);
  return (
    moved && {
      ...rule,
      pattern: moved,
      hour: Math.floor(inDay / 60),
      minute: inDay % 60,
      start: later(start),
      end: rule.end.kind === 'date' ? { kind: 'date', day: later(rule.end.day) } : rule.end,
    }
  );
}

function shiftedPattern(
  { pattern, interval }: RecurrenceRule,
  days: number,
): RecurrencePattern | null {
  if (days === 0) return pattern;
  switch (pattern.every) {
    case 'day':
      return pattern;
    case 'week': {
      const fromMonday = pattern.weekdays.map((one) => ((one + 6) % 7) + days);
      const weeks = new Set(fromMonday.map((one) => Math.floor(one / 7)));
      if (interval > 1 && weeks.size > 1) return null;
      return { ...pattern, weekdays: fromMonday.map((one) => (((one + 1) % 7) + 7) % 7) };
    }
    case 'month': {
      const day = pattern.day + days;
      return pattern.day <= 28 && day >= 1 && day <= 28 ? { ...pattern, day } : null;
    }
    case 'nth': {
      const nth = pattern.nth + days / 7;
      const isWhole = days % 7 === 0 && pattern.nth > 0;
      return isWhole && (nth === 1 || nth === 2 || nth === 3 || nth === 4)
        ? { ...pattern, nth }
        : null;
    }
  }
}

/** Maps the times of a rule, up to `last`, to the times of the moved rule. */
export function matchRuleTimes(
  rule: RecurrenceRule,
  moved: RecurrenceRule,
  last: number,
): ReadonlyMap<number, number> {
  const later = timesOf(moved);
  const found = new Map<number, number>();
  for (const time of timesOf(rule)) {
    const next = later.next();
    if (time > last || next.done) break;
    found.set(time, next.value);
  }
  return found;
}
