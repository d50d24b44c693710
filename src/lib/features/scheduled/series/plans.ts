import type { Body } from '../../../writing/body';
import type { Item } from '../messages/item';
import { correspondence, fromNow, shifted } from './rule-change';
import type { Group } from './groups';
import { newSeries, saysSame, type Member, type Series } from './record';
import { mostAhead, startingAfter, timesAfter, type Rule } from './rule';
import type { Step } from './steps';

/** What is to be done for a change, and the series as it is while and after that is done. */
export interface Plan {
  /** Null: messages without a rule. */
  readonly series: Series | null;
  readonly steps: readonly Step[];
}

const wanted = ({ body, timestamp }: Item) => ({ body, timestamp });

/** A message that would go out sooner than this can't be scheduled in time; seconds. */
export const soonest = 60;

/** A new series; `first` is a message that is scheduled already and becomes its first one. */
export function planNew(id: string, rule: Rule, body: Body, now: number, first?: Item): Plan {
  const series = newSeries(id, startingAfter(rule, now + soonest), body);
  return layOut(series, first ? [{ item: first, planned: first.timestamp, changed: false }] : [], {
    now,
    keepChanged: false,
  });
}

/** Messages of a group get the times of another rule; what is too few is made, too many deleted. */
export function planRule(
  id: string,
  { series, members }: Group,
  rule: Rule,
  now: number,
  keepChanged: boolean,
): Plan {
  const text = series?.body ?? members[0]?.item.body;
  if (!text) throw new Error('A group has messages.');
  const before = series ?? newSeries(id, rule, text);
  const next = {
    ...before,
    rule: startingAfter(rule, now + soonest),
    stopped: false,
    refused: null,
  };
  return layOut(next, members, { now, keepChanged });
}

interface Layout {
  readonly now: number;
  /** Those changed singly stay as they are, and count for a time of the rule. */
  readonly keepChanged: boolean;
}

function layOut(series: Series, members: readonly Member[], { now, keepChanged }: Layout): Plan {
  const times = timesAfter(series.rule, now + soonest, mostAhead);
  const inOrder = [...members].sort((a, b) => a.planned - b.planned);
  const pairs = inOrder.slice(0, times.length).map((member, at) => ({ member, time: times[at]! }));
  const steps = [
    ...pairs.flatMap(({ member: { item, changed }, time }): Step[] => {
      const to = { body: series.body, timestamp: time };
      if (changed && keepChanged) return [];
      if (item.timestamp === time && saysSame(item.body, series.body)) return [];
      return [{ kind: 'update', id: item.id, from: wanted(item), to }];
    }),
    ...times.slice(inOrder.length).map((time): Step => {
      return { kind: 'create', to: { body: series.body, timestamp: time } };
    }),
    ...inOrder.slice(times.length).map(({ item }): Step => {
      return { kind: 'delete', id: item.id, from: wanted(item) };
    }),
  ];
  const planned = pairs.map(({ member, time }) => ({ id: member.item.id, timestamp: time }));
  const through = planned.at(-1)?.timestamp ?? 0;
  return { series: { ...series, planned, through }, steps };
}

/** All say something else from now on. */
export function planText({ series, members }: Group, body: Body, keepChanged: boolean): Plan {
  const steps = members.flatMap(({ item, changed }): Step[] => {
    if ((changed && keepChanged) || saysSame(item.body, body)) return [];
    return [{ kind: 'update', id: item.id, from: wanted(item), to: { ...wanted(item), body } }];
  });
  return { series: series && { ...series, body, refused: null }, steps };
}

/**
 * All go out as many seconds later. Null where no rule says that, or where one would be in the past.
 */
export function planMove({ series, members }: Group, seconds: number, now: number): Plan | null {
  const isAhead = members.every(({ item }) => item.timestamp + seconds > now + soonest);
  if (!isAhead) return null;
  const plainly = ({ item }: Member, timestamp = item.timestamp + seconds): Step => ({
    kind: 'update',
    id: item.id,
    from: wanted(item),
    to: { body: item.body, timestamp },
  });
  if (!series) return { series: null, steps: members.map((member) => plainly(member)) };
  const rule = shifted(series.rule, seconds);
  if (!rule) return null;
  const last = Math.max(series.through, ...series.planned.map(({ timestamp }) => timestamp));
  const later = correspondence(series.rule, rule, last);
  const timeOf = (time: number) => later.get(time) ?? time + seconds;
  return {
    series: {
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

/** Those given are deleted; without a message of its own left the rule goes, too. */
export function planRemoval({ series, members }: Group, keys: ReadonlySet<string>): Plan {
  const gone = members.filter(({ item }) => keys.has(item.key));
  const isAll = gone.length === members.length;
  return {
    series: series && { ...series, stopped: series.stopped || isAll },
    steps: gone.map(({ item }) => ({ kind: 'delete', id: item.id, from: wanted(item) })),
  };
}

/** The rule as it is to be shown in a form: from the next message on. */
export function ruleAhead({ series, members }: Group, now: number): Rule | null {
  if (!series) return null;
  const next = members[0]?.planned ?? now + 1;
  return fromNow(series.rule, Math.min(now, next - 1));
}
