import type { EventKind, EventOf, ServerEvent } from '../../api/event-types';
import type { Message } from '../../api/read-messages';
import type { MessageRecipient } from '../../writing/recipients/recipient';

interface Row {
  readonly id?: unknown;
}

/**
 * Flags derived from a message's text, which an edit can change; the reader sets the other flags.
 */
const flagsOfText: ReadonlySet<string> = new Set([
  'mentioned',
  'wildcard_mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'has_alert_word',
]);

/** The events that add, change or delete messages. */
export const messageEventKinds = [
  'message',
  'update_message',
  'delete_message',
  'reaction/add',
  'reaction/remove',
  'submessage',
  'update_message_flags/add',
  'update_message_flags/remove',
] as const satisfies readonly EventKind[];

/** Ids of existing messages that an event changes or deletes; null if the event is about none. */
export function affectedMessageIds(event: ServerEvent): readonly number[] | 'all' | null {
  switch (event.kind) {
    case 'update_message': {
      const { message_id, message_ids = [] } = event;
      return message_id === undefined ? message_ids : [message_id, ...message_ids];
    }
    case 'delete_message': {
      const { message_id, message_ids } = event;
      return message_id === undefined ? message_ids : [message_id, ...message_ids];
    }
    case 'reaction/add':
    case 'reaction/remove':
    case 'submessage':
      return [event.message_id];
    case 'update_message_flags/add':
    case 'update_message_flags/remove':
      return event.all ? 'all' : event.messages;
    default:
      return null;
  }
}

/**
 * A message after an event that affects it; null if it is deleted. Idempotent.
 * https://zulip.com/api/get-events
 */
export function applyMessageEvent(message: Message, event: ServerEvent): Message | null {
  switch (event.kind) {
    case 'update_message':
      return afterUpdate(message, event);
    case 'delete_message':
      return null;
    case 'reaction/add':
    case 'reaction/remove':
      return withReaction(message, event);
    case 'submessage': {
      const { submessage_id: id, message_id, sender_id, msg_type, content } = event;
      const others = message.submessages.filter((one) => (one as Row | null)?.id !== id);
      const submessages = [...others, { id, message_id, sender_id, msg_type, content }];
      return { ...message, submessages };
    }
    case 'update_message_flags/add':
    case 'update_message_flags/remove': {
      const isAdded = event.kind === 'update_message_flags/add';
      if (message.flags.includes(event.flag) === isAdded) return message;
      const others = message.flags.filter((one) => one !== event.flag);
      return { ...message, flags: isAdded ? [...others, event.flag] : others };
    }
    default:
      return message;
  }
}

/** The messages that an event moved, and their new conversation; null if it moved none. */
export function movedMessagesOf(
  event: EventOf<'update_message'>,
): { readonly ids: ReadonlySet<number>; readonly recipient: MessageRecipient } | null {
  const { orig_subject, subject = orig_subject, stream_id, new_stream_id = stream_id } = event;
  if (subject === undefined) return null;
  const to = new_stream_id === undefined ? [] : [new_stream_id];
  return { ids: new Set(event.message_ids), recipient: { type: 'stream', to, topic: subject } };
}

function afterUpdate(message: Message, event: EventOf<'update_message'>): Message {
  const { message_id, rendered_content: content, edit_timestamp, is_me_message, flags } = event;
  let next = message;
  if (message_id === message.id && content !== undefined) {
    next = {
      ...next,
      content,
      ...(is_me_message !== undefined && { is_me_message }),
      ...(!event.rendering_only &&
        edit_timestamp !== undefined && { last_edit_timestamp: edit_timestamp }),
      ...(flags && { flags: withFlagsOfText(next.flags, flags) }),
    };
  }
  const place = movedMessagesOf(event);
  if (!place?.ids.has(message.id)) return next;
  const [stream_id] = place.recipient.to;
  const { topic: subject } = place.recipient;
  return {
    ...next,
    subject,
    ...(stream_id !== undefined && { stream_id }),
    ...(edit_timestamp !== undefined && { last_moved_timestamp: edit_timestamp }),
  };
}

function withFlagsOfText(before: readonly string[], flags: readonly string[]): string[] {
  return [
    ...before.filter((flag) => !flagsOfText.has(flag)),
    ...flags.filter((flag) => flagsOfText.has(flag)),
  ];
}

function withReaction(
  message: Message,
  event: EventOf<'reaction/add'> | EventOf<'reaction/remove'>,
): Message {
  const { emoji_name, emoji_code, reaction_type, user_id } = event;
  const others = message.reactions.filter(
    (one) =>
      one.emoji_code !== emoji_code ||
      one.reaction_type !== reaction_type ||
      one.user_id !== user_id,
  );
  const own = { emoji_name, emoji_code, reaction_type, user_id };
  return { ...message, reactions: event.kind === 'reaction/add' ? [...others, own] : others };
}
