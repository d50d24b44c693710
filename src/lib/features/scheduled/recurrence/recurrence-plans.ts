import type { AddressedText } from '../../../writing/sending/addressed-text';
import type { ScheduledItem } from '../messages/scheduled-item';
import { matchRuleTimes, ruleFromNow, shiftRule } from './rule-change';
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
} from './recurrence-rule';
import type { RecurrenceStep } from './recurrence-steps';

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
      return [{ kind: 'update', id: item.id, from: plannedMessageOf(item), to }];
    }),
    ...times.slice(inOrder.length).map((time): RecurrenceStep => {
      return { kind: 'create', to: { body: series.body, timestamp: time } };
    }),
    ...inOrder.slice(times.length).map(({ item }): RecurrenceStep => {
      return { kind: 'delete', id: item.id, from: plannedMessageOf(item) };
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
        kind: 'update',
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
    kind: 'update',
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
    steps: gone.map(({ item }) => ({ kind: 'delete', id: item.id, from: plannedMessageOf(item) })),
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
