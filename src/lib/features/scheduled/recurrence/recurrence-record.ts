import * as v from 'valibot';
import { addressedTextSchema, type AddressedText } from '../../../writing/sending/addressed-text';
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

/** Text, recipient and time of a message. UNIX seconds. */
export interface PlannedMessage {
  readonly body: AddressedText;
  readonly timestamp: number;
}

/**
 * A recurring message as stored on this device. Its messages are ordinary scheduled messages on the
 * server.
 */
export const recurrenceSchema = v.object({
  id: v.string(),
  rule: recurrenceRuleSchema,
  /** Text of its messages, except those edited separately. */
  body: addressedTextSchema,
  /** Its upcoming messages, each with the time that the rule gave it. */
  planned: v.array(v.object({ id: v.number(), timestamp: v.number() })),
  /** Times up to this one are handled: created, or skipped on purpose. */
  through: v.number(),
  /** Upcoming messages are still sent; no more are created. */
  stopped: v.boolean(),
  /**
   * Why the server refused a further message, as a message for the user. Cleared by trying again.
   */
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

/**
 * Whether the server considers them equal: it trims texts and normalizes recipients and the case of
 * topics.
 */
export function hasSameText(a: AddressedText, b: AddressedText): boolean {
  return (
    a === b ||
    (storedTextOf(a) === storedTextOf(b) && scheduledRecipientKey(a) === scheduledRecipientKey(b))
  );
}

/** Key of a message's text and recipient, the same for messages with `hasSameText`. */
export function recurrenceBodyKey(text: AddressedText): string {
  return `${scheduledRecipientKey(text)}\n${storedTextOf(text)}`;
}

export interface RecurrenceMember {
  readonly item: ScheduledItem;
  /** Time according to the rule, UNIX seconds. */
  readonly planned: number;
  /** Its text, recipient or time was edited separately. */
  readonly changed: boolean;
}

/**
 * The existing messages of a recurrence, sorted by time. A message that was deleted and restored
 * has another id and is recognized by its text and time.
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

/**
 * Times without a message yet: the rule's next 26 times after `now` that are later than `through`.
 */
export function missingTimes(
  { rule, through, stopped }: Recurrence,
  now: number,
): readonly number[] {
  if (stopped) return [];
  return timesAfter(rule, now, maxScheduledAhead).filter((time) => time > through);
}

/**
 * The recurrence without the messages that no longer exist. Null if it has ended: nothing is
 * upcoming and the rule has no further times, or all upcoming messages were deleted elsewhere.
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
