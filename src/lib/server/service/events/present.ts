import type { WarningLog } from '../warning-log';
import type { EventLogRow, EventQueue } from './queue-visibility';
import { foldCase } from '$lib/api/fold-case';
import { emptyTopicName } from '../channels/topics';
import type { QueueConditions } from '../db/schema/events';
import type { ScheduledMessage } from '$lib/api/scheduled-message';

type EventPayload = Readonly<Record<string, unknown>>;

/**
 * Converts an event to the form that a queue's options and capabilities ask for. Null leaves it
 * out. All queues share the payload, so it must not be modified.
 */
type EventPresenter = (
  payload: EventPayload,
  queue: EventQueue,
  hidden: QueueConditions,
) => EventPayload | null;

/** The topic, with a name for the empty one if the queue's client can't show it. */
function topicForQueue(queue: EventQueue, topic: string): string {
  return topic === '' && !queue.capabilities['empty_topic_name'] ? emptyTopicName : topic;
}

/** Does the same for these keys of an event, if present. */
function withTopics(...keys: readonly string[]): EventPresenter {
  return (payload, queue) => {
    const empty = keys.filter((key) => payload[key] === '');
    if (empty.length === 0) return payload;
    return {
      ...payload,
      ...Object.fromEntries(empty.map((key) => [key, topicForQueue(queue, '')])),
    };
  };
}

const presentTopic = withTopics('topic');
const presentTopicName = withTopics('topic_name');
const presentMovedTopic = withTopics('orig_subject', 'subject');

const presentEditTyping: EventPresenter = (payload, queue, hidden) => ({
  ...payload,
  recipient: presentTopic(payload['recipient'] as EventPayload, queue, hidden),
});

/** Details of messages that became unread include their topic. */
const presentDetails: EventPresenter = (payload, queue, hidden) => {
  const details = payload['message_details'] as Readonly<Record<string, EventPayload>> | undefined;
  if (!details) return payload;
  const shown = Object.entries(details).map(([id, each]) => [
    id,
    presentTopic(each, queue, hidden),
  ]);
  return { ...payload, message_details: Object.fromEntries(shown) as EventPayload };
};

/** Leaves the queue's own user out of `peer_remove`: they get `subscription`/`remove` for that. */
const presentSubscription: EventPresenter = (payload, queue) => {
  const user_ids = payload['user_ids'] as number[] | undefined;
  if (payload['op'] !== 'peer_remove' || !user_ids?.includes(queue.user_id)) return payload;
  const others = user_ids.filter((id) => id !== queue.user_id);
  return others.length === 0 ? null : { ...payload, user_ids: others };
};

/** Names the empty topic for clients that can't show it. */
const presentScheduled: EventPresenter = (payload, queue) => {
  const added = payload['scheduled_messages'] as readonly ScheduledMessage[] | undefined;
  if (added) {
    return { ...payload, scheduled_messages: added.map((message) => named(queue, message)) };
  }
  const changed = payload['scheduled_message'] as ScheduledMessage | undefined;
  return changed ? { ...payload, scheduled_message: named(queue, changed) } : payload;
};

function named(queue: EventQueue, message: ScheduledMessage): ScheduledMessage {
  return message.topic === undefined
    ? message
    : { ...message, topic: topicForQueue(queue, message.topic) };
}

/**
 * Keyed by user id with timestamps for clients that support it, else by client.
 * https://zulip.com/api/get-events#presence
 */
const presentPresence: EventPresenter = ({ email, ...payload }, queue, { modern }) => {
  if (queue.capabilities['simplified_presence_events']) {
    return { type: payload['type'], presences: { [String(payload['user_id'])]: modern } };
  }
  return queue.slim_presence ? payload : { email, ...payload };
};

/** For clients that compute Gravatar URLs themselves, leaves those URLs out. */
const presentPerson: EventPresenter = (payload, queue, hidden) =>
  payload['op'] === 'add' && hidden['gravatar'] === true && queue.client_gravatar
    ? { ...payload, person: { ...(payload['person'] as EventPayload), avatar_url: null } }
    : payload;

/** Data that `messages/send` puts into the event for presenters only. */
interface MessageFacts {
  /** The Markdown source. */
  readonly content: string;
  /** Whether the avatar is a Gravatar, computed from the email address. */
  readonly gravatar: boolean;
  readonly echo?: { readonly queue_id: string; readonly local_id: string };
}

interface Message extends Record<string, unknown> {
  readonly type: string;
  readonly subject: string;
  readonly sender_id: number;
  readonly sender_email: string;
  readonly stream_id?: number;
  readonly display_recipient: unknown;
}

/**
 * A message in the form that the queue's options ask for. Null if the queue's narrow excludes it.
 */
const presentMessage: EventPresenter = (payload, queue, hidden) => {
  const facts = hidden as QueueConditions & MessageFacts;
  const message = payload['message'] as Message;
  if (!queue.narrow.every((term) => fits(term, message, payload['flags'] as string[]))) return null;
  const isEcho = facts.echo?.queue_id === queue.id && message.sender_id === queue.user_id;
  const echo = isEcho ? facts.echo?.local_id : undefined;
  return {
    ...payload,
    message: {
      ...message,
      ...(message.type === 'stream' && { subject: topicForQueue(queue, message.subject) }),
      ...(queue.client_gravatar && facts.gravatar && { avatar_url: null }),
      ...(!queue.apply_markdown && { content: facts.content, content_type: 'text/x-markdown' }),
    },
    ...(echo !== undefined && { local_message_id: echo }),
  };
};

/**
 * Whether a message matches one term of a queue's narrow. https://zulip.com/api/register-queue,
 * `narrow`
 */
function fits([operator, operand]: [string, string], message: Message, flags: string[]): boolean {
  const same = (value: unknown) => foldCase(String(value)) === foldCase(operand);
  switch (operator) {
    case 'channel':
    case 'stream':
      return (
        message.type === 'stream' && (same(message.display_recipient) || same(message.stream_id))
      );
    case 'topic':
      return (
        message.type === 'stream' &&
        (same(message.subject) || (message.subject === '' && same(emptyTopicName)))
      );
    case 'sender':
      return same(message.sender_email) || same(message.sender_id);
    case 'is':
      return isTerm(operand, message, flags);
    default:
      return false;
  }
}

function isTerm(operand: string, message: EventPayload, flags: readonly string[]): boolean {
  switch (operand) {
    case 'dm':
    case 'private':
      return message['type'] === 'private';
    case 'unread':
      return !flags.includes('read');
    case 'mentioned':
      return flags.some((flag) => flag.endsWith('mentioned'));
    case 'starred':
      return flags.includes('starred');
    case 'alerted':
      return flags.includes('has_alert_word');
    case 'resolved':
      return message['type'] === 'stream' && String(message['subject']).startsWith('✔ ');
    default:
      // Unknown operands don't restrict the queue.
      return true;
  }
}

/** Event types whose form depends on the queue. */
const presenters: Readonly<Record<string, EventPresenter>> = {
  delete_message: presentTopic,
  message: presentMessage,
  presence: presentPresence,
  realm_user: presentPerson,
  scheduled_messages: presentScheduled,
  subscription: presentSubscription,
  typing: presentTopic,
  typing_edit_message: presentEditTyping,
  update_message: presentMovedTopic,
  update_message_flags: presentDetails,
  user_topic: presentTopicName,
};

export type WireEvent = { id: number; type: string } & Record<string, unknown>;

/** A log row's event id in the queue. These start at 0 and grow, with gaps. */
export function queueEventId(queue: EventQueue, row: EventLogRow): number {
  return row.id - queue.base_id - 1;
}

/** Presents visible rows, in order, as the queue's events. Skips a row that can't be presented. */
export function presentEvents(
  queue: EventQueue,
  rows: readonly EventLogRow[],
  warnings: WarningLog,
): WireEvent[] {
  const out: WireEvent[] = [];
  for (const row of rows) {
    const event = presentRow(queue, row, warnings);
    if (event === null) continue;
    const merged = mergeEvents(out.at(-1), event);
    if (merged) out[out.length - 1] = merged;
    else out.push(event);
  }
  return out;
}

function presentRow(queue: EventQueue, row: EventLogRow, warnings: WarningLog): WireEvent | null {
  const payload = { ...row.payload, ...row.per_user?.[String(queue.user_id)] };
  const presenter = presenters[row.type];
  try {
    const shaped = presenter ? presenter(payload, queue, row.hidden ?? {}) : payload;
    return shaped && { ...shaped, type: row.type, id: queueEventId(queue, row) };
  } catch (error) {
    const fields = { type: row.type, error };
    warnings.once(`event ${row.id}`, fields, 'an event could not be presented and is left out');
    return null;
  }
}

/**
 * Merges consecutive flag changes of one kind into one event, and restarts too. Doesn't merge
 * events that mark as unread, because they carry details per message.
 */
function mergeEvents(last: WireEvent | undefined, next: WireEvent): WireEvent | null {
  if (last?.type !== next.type) return null;
  if (next.type === 'restart') return next;
  if (next.type !== 'update_message_flags') return null;
  const same = last.op === next.op && last.flag === next.flag && last.all === next.all;
  if (!same || (next.flag === 'read' && next.op === 'remove')) return null;
  if (!Array.isArray(last.messages) || !Array.isArray(next.messages)) return null;
  return { ...next, messages: [...(last.messages as number[]), ...(next.messages as number[])] };
}
