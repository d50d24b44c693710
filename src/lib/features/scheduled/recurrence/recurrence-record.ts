import * as v from 'valibot';
import type { AddressedText } from '../../../writing/sending/addressed-text';
import {
  scheduledRecipientKey,
  storedTextOf,
  type ScheduledItem,
} from '../messages/scheduled-item';
import {
  maxScheduledAhead,
  recurrenceRuleSchema,
  timesAfter,
  type RecurrenceRule,
} from './recurrence-rule';

/** What a message says, and when; UNIX seconds. */
export interface PlannedMessage {
  readonly body: AddressedText;
  readonly timestamp: number;
}

const body = v.object({
  type: v.picklist(['', 'stream', 'private']),
  to: v.array(v.number()),
  topic: v.string(),
  content: v.string(),
});

/** A series as this device keeps it. The messages themselves are ordinary ones, on the server. */
export const recurrenceSchema = v.object({
  id: v.string(),
  rule: recurrenceRuleSchema,
  /** What its messages say; one that was changed singly says something else. */
  body,
  /** The messages that were made for it and are ahead, each with the time that the rule gave it. */
  planned: v.array(v.object({ id: v.number(), timestamp: v.number() })),
  /** Times up to this one are done with: made, or left out on purpose. */
  through: v.number(),
  /** Those ahead still go out; no more are made. */
  stopped: v.boolean(),
  /** Why the server refused a further message, in words; cleared by trying again. */
  refused: v.nullable(v.string()),
});

export interface Recurrence {
  readonly id: string;
  readonly rule: RecurrenceRule;
  readonly body: AddressedText;
  readonly planned: readonly { readonly id: number; readonly timestamp: number }[];
  readonly through: number;
  readonly stopped: boolean;
  readonly refused: string | null;
}

export function newRecurrence(id: string, rule: RecurrenceRule, text: AddressedText): Recurrence {
  return { id, rule, body: text, planned: [], through: 0, stopped: false, refused: null };
}

/** Equal to the server, which trims texts and keeps people and the case of a topic in its own way. */
export function hasSameText(a: AddressedText, b: AddressedText): boolean {
  return (
    a === b ||
    (storedTextOf(a) === storedTextOf(b) && scheduledRecipientKey(a) === scheduledRecipientKey(b))
  );
}

/** Names what a message says and to whom; equal for `hasSameText`. */
export function recurrenceBodyKey(text: AddressedText): string {
  return `${scheduledRecipientKey(text)}\n${storedTextOf(text)}`;
}

export interface RecurrenceMember {
  readonly item: ScheduledItem;
  /** When the rule wants it; UNIX seconds. */
  readonly planned: number;
  /** Its text, recipient or time was changed singly. */
  readonly changed: boolean;
}

/**
 * The messages of a series that are there, by time. One that was deleted and brought back has another
 * id: it is known again by its text and time.
 */
export function recurrenceMembersOf(
  series: Recurrence,
  items: readonly ScheduledItem[],
): readonly RecurrenceMember[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const taken = new Set(series.planned.map(({ id }) => id));
  const byTime = new Map<number, ScheduledItem>();
  if (series.planned.some(({ id }) => !byId.has(id))) {
    for (const item of items) {
      if (!taken.has(item.id) && hasSameText(item.body, series.body))
        byTime.set(item.timestamp, item);
    }
  }
  return series.planned
    .flatMap(({ id, timestamp }): RecurrenceMember[] => {
      const item = byId.get(id) ?? byTime.get(timestamp);
      if (!item || item.failed) return [];
      const changed = item.timestamp !== timestamp || !hasSameText(item.body, series.body);
      return [{ item, planned: timestamp, changed }];
    })
    .sort((a, b) => a.item.timestamp - b.item.timestamp);
}

/** Times that have no message yet: what the rule names next, 26 of them, from `through` on. */
export function missingTimes(
  { rule, through, stopped }: Recurrence,
  now: number,
): readonly number[] {
  if (stopped) return [];
  return timesAfter(rule, now, maxScheduledAhead).filter((time) => time > through);
}

/**
 * What is left of a series, of which some messages have gone. Null: nothing is ahead, and nothing is
 * to come, or all that was ahead has been deleted elsewhere.
 */
export function settleRecurrence(
  series: Recurrence,
  items: readonly ScheduledItem[],
  now: number,
): Recurrence | null {
  const members = recurrenceMembersOf(series, items);
  const planned = members.map(({ item, planned: timestamp }) => ({ id: item.id, timestamp }));
  if (planned.length === 0) {
    const wasDeleted = series.planned.some(({ timestamp }) => timestamp > now);
    if (wasDeleted || missingTimes(series, now).length === 0) return null;
  }
  const known = new Map(series.planned.map(({ id, timestamp }) => [id, timestamp]));
  const isSame =
    planned.length === known.size &&
    planned.every(({ id, timestamp }) => known.get(id) === timestamp);
  return isSame ? series : { ...series, planned };
}
