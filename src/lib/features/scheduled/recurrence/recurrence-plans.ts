import type { AddressedText } from '../../../writing/sending/addressed-text';
import type { ScheduledItem } from '../messages/scheduled-item';
import type { RecurrenceGroup } from './recurrence-groups';
import {
  newRecurrence,
  hasSameText,
  type RecurrenceMember,
  type Recurrence,
} from './recurrence-record';
import {
  maxScheduledAhead,
  ruleStartingAfter,
  timesAfter,
  type RecurrenceRule,
  maxTimes,
  timesOf,
  type RecurrencePattern,
} from './recurrence-rule';
import type { RecurrenceStep } from './recurrence-steps';
import { addDays, type CalendarDay } from '../../../time/dates';
import { dayNumber } from '../../../time/day-number';

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
function matchRuleTimes(
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

/** The steps of a change, and the recurrence while and after they run. */
export interface RecurrencePlan {
  /** Null for messages without a rule. */
  readonly recurrence: Recurrence | null;
  readonly steps: readonly RecurrenceStep[];
}

const plannedMessageOf = ({ body, timestamp }: ScheduledItem) => ({ body, timestamp });

/** Messages due in less than this many seconds can't be scheduled in time. */
export const minLeadTime = 60;

/**
 * Plans a new recurring message. `first` is an already scheduled message that becomes its first.
 */
export function planNewRecurrence(
  id: string,
  rule: RecurrenceRule,
  body: AddressedText,
  now: number,
  first?: ScheduledItem,
): RecurrencePlan {
  const series = newRecurrence(id, ruleStartingAfter(rule, now + minLeadTime), body);
  return layOut(series, first ? [{ item: first, planned: first.timestamp, changed: false }] : [], {
    now,
    keepChanged: false,
  });
}

/**
 * Gives the messages of a group the times of another rule. Missing messages are created, surplus
 * ones deleted.
 */
export function planRule(
  id: string,
  { recurrence: series, members }: RecurrenceGroup,
  rule: RecurrenceRule,
  now: number,
  keepChanged: boolean,
): RecurrencePlan {
  const text = series?.body ?? members[0]?.item.body;
  if (!text) throw new Error('A group has messages.');
  const before = series ?? newRecurrence(id, rule, text);
  const next = {
    ...before,
    rule: ruleStartingAfter(rule, now + minLeadTime),
    stopped: false,
    refused: null,
  };
  return layOut(next, members, { now, keepChanged });
}

interface Layout {
  readonly now: number;
  /** Messages edited separately stay as they are and take up one time of the rule. */
  readonly keepChanged: boolean;
}

function layOut(
  series: Recurrence,
  members: readonly RecurrenceMember[],
  { now, keepChanged }: Layout,
): RecurrencePlan {
  const times = timesAfter(series.rule, now + minLeadTime, maxScheduledAhead);
  const inOrder = [...members].sort((a, b) => a.planned - b.planned);
  const pairs = inOrder.slice(0, times.length).map((member, at) => ({ member, time: times[at]! }));
  const steps = [
    ...pairs.flatMap(({ member: { item, changed }, time }): RecurrenceStep[] => {
      const to = { body: series.body, timestamp: time };
      if (changed && keepChanged) return [];
      if (item.timestamp === time && hasSameText(item.body, series.body)) return [];
      return [{ id: item.id, from: plannedMessageOf(item), to }];
    }),
    ...times.slice(inOrder.length).map((time): RecurrenceStep => {
      return { id: null, from: null, to: { body: series.body, timestamp: time } };
    }),
    ...inOrder.slice(times.length).map(({ item }): RecurrenceStep => {
      return { id: item.id, from: plannedMessageOf(item), to: null };
    }),
  ];
  const planned = pairs.map(({ member, time }) => ({ id: member.item.id, timestamp: time }));
  const through = planned.at(-1)?.timestamp ?? 0;
  return { recurrence: { ...series, planned, through }, steps };
}

/** Changes the text of all messages. */
export function planText(
  { recurrence: series, members }: RecurrenceGroup,
  body: AddressedText,
  keepChanged: boolean,
): RecurrencePlan {
  const steps = members.flatMap(({ item, changed }): RecurrenceStep[] => {
    if ((changed && keepChanged) || hasSameText(item.body, body)) return [];
    return [
      {
        id: item.id,
        from: plannedMessageOf(item),
        to: { ...plannedMessageOf(item), body },
      },
    ];
  });
  return { recurrence: series && { ...series, body, refused: null }, steps };
}

/**
 * Moves all messages by the same number of seconds. Null if no rule describes that, or if a message
 * would be in the past.
 */
export function planMove(
  { recurrence: series, members }: RecurrenceGroup,
  seconds: number,
  now: number,
): RecurrencePlan | null {
  const isAhead = members.every(({ item }) => item.timestamp + seconds > now + minLeadTime);
  if (!isAhead) return null;
  const plainly = (
    { item }: RecurrenceMember,
    timestamp = item.timestamp + seconds,
  ): RecurrenceStep => ({
    id: item.id,
    from: plannedMessageOf(item),
    to: { body: item.body, timestamp },
  });
  if (!series) return { recurrence: null, steps: members.map((member) => plainly(member)) };
  const rule = shiftRule(series.rule, seconds);
  if (!rule) return null;
  const last = Math.max(series.through, ...series.planned.map(({ timestamp }) => timestamp));
  const later = matchRuleTimes(series.rule, rule, last);
  const timeOf = (time: number) => later.get(time) ?? time + seconds;
  return {
    recurrence: {
      ...series,
      rule,
      through: series.through === 0 ? 0 : timeOf(series.through),
      planned: series.planned.map(({ id, timestamp }) => ({ id, timestamp: timeOf(timestamp) })),
    },
    steps: members.map((member) =>
      member.item.timestamp === member.planned
        ? plainly(member, timeOf(member.planned))
        : plainly(member),
    ),
  };
}

/** Deletes the given messages. If no message is left, the rule stops. */
export function planRemoval(
  { recurrence: series, members }: RecurrenceGroup,
  keys: ReadonlySet<string>,
): RecurrencePlan {
  const gone = members.filter(({ item }) => keys.has(item.key));
  const isAll = gone.length === members.length;
  return {
    recurrence: series && { ...series, stopped: series.stopped || isAll },
    steps: gone.map(({ item }) => ({ id: item.id, from: plannedMessageOf(item), to: null })),
  };
}

/** The rule to show in a form: from the next message on. */
export function ruleAhead(
  { recurrence: series, members }: RecurrenceGroup,
  now: number,
): RecurrenceRule | null {
  if (!series) return null;
  const next = members[0]?.planned ?? now + 1;
  return ruleFromNow(series.rule, Math.min(now, next - 1));
}
