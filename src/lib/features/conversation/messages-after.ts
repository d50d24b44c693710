import type { EventOf, ServerEvent } from '../../api/event-types';
import type { Message } from '../../api/read-messages';
import { conversationKey, recipientOf } from '../../writing/conversation-key';
import type { Recipient } from '../../writing/recipient';

export { conversationKey, recipientOf };

interface Row {
  readonly id?: unknown;
}

interface After {
  readonly messages: readonly Message[];
  /** Messages have come that only the server has: ask for them. */
  readonly isStale: boolean;
}

/**
 * Messages by id after an event, of those that belong here. The same list where nothing changes.
 * Applied twice, an event changes nothing the second time. https://zulip.com/api/get-events
 */
export function messagesAfter(
  messages: readonly Message[],
  event: ServerEvent,
  own: number | undefined,
  belongs: (recipient: Recipient) => boolean,
): After {
  const same = { messages, isStale: false };
  switch (event.kind) {
    case 'message': {
      const message = { ...event.message, flags: event.flags };
      if (!belongs(recipientOf(message, own))) return same;
      return { messages: withMessages(messages, [message]), isStale: false };
    }
    case 'update_message':
      return afterUpdate(messages, event, belongs);
    case 'delete_message': {
      const gone = new Set(event.message_ids);
      if (event.message_id !== undefined) gone.add(event.message_id);
      return { messages: without(messages, (message) => gone.has(message.id)), isStale: false };
    }
    case 'reaction/add':
    case 'reaction/remove':
      return {
        messages: changed(messages, new Set([event.message_id]), (message) =>
          withReaction(message, event),
        ),
        isStale: false,
      };
    case 'submessage': {
      const { submessage_id: id, message_id, sender_id, msg_type, content } = event;
      return {
        messages: changed(messages, new Set([message_id]), (message) => {
          const others = message.submessages.filter((one) => (one as Row | null)?.id !== id);
          const submessages = [...others, { id, message_id, sender_id, msg_type, content }];
          return { ...message, submessages };
        }),
        isStale: false,
      };
    }
    case 'update_message_flags/add':
    case 'update_message_flags/remove': {
      const ids = event.all ? null : new Set(event.messages);
      const isAdded = event.kind === 'update_message_flags/add';
      return {
        messages: changed(messages, ids, (message) => withFlag(message, event.flag, isAdded)),
        isStale: false,
      };
    }
    default:
      return same;
  }
}

/** By id, each once; of two with one id the added one counts. */
export function withMessages(
  messages: readonly Message[],
  added: readonly Message[],
): readonly Message[] {
  const all = new Map([...messages, ...added].map((message) => [message.id, message]));
  return [...all.values()].sort((a, b) => a.id - b.id);
}

function afterUpdate(
  messages: readonly Message[],
  event: EventOf<'update_message'>,
  belongs: (recipient: Recipient) => boolean,
): After {
  const { message_id, rendered_content: content, edit_timestamp, orig_subject } = event;
  const { is_me_message } = event;
  let next = messages;
  if (message_id !== undefined && content !== undefined) {
    next = changed(next, new Set([message_id]), (message) => ({
      ...message,
      content,
      ...(is_me_message !== undefined && { is_me_message }),
      ...(!event.rendering_only &&
        edit_timestamp !== undefined && { last_edit_timestamp: edit_timestamp }),
    }));
  }
  if (orig_subject === undefined) return { messages: next, isStale: false };
  const moved = new Set(event.message_ids);
  const stream_id = event.new_stream_id ?? event.stream_id;
  const place = {
    subject: event.subject ?? orig_subject,
    ...(stream_id !== undefined && { stream_id }),
  };
  const known = new Set(next.map(({ id }) => id));
  next = changed(next, moved, (message) => ({ ...message, ...place }));
  const to = stream_id === undefined ? [] : [stream_id];
  const isHere = belongs({ type: 'stream', to, topic: place.subject });
  return {
    messages: isHere ? next : without(next, ({ id }) => moved.has(id)),
    isStale: isHere && [...moved].some((id) => !known.has(id)),
  };
}

function without(messages: readonly Message[], isGone: (message: Message) => boolean) {
  return messages.some(isGone) ? messages.filter((message) => !isGone(message)) : messages;
}

/** `ids` null: all of them. */
function changed(
  messages: readonly Message[],
  ids: ReadonlySet<number> | null,
  change: (message: Message) => Message,
): readonly Message[] {
  if (!messages.some(({ id }) => !ids || ids.has(id))) return messages;
  return messages.map((message) => (!ids || ids.has(message.id) ? change(message) : message));
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

function withFlag(message: Message, flag: string, isAdded: boolean): Message {
  const others = message.flags.filter((one) => one !== flag);
  return { ...message, flags: isAdded ? [...others, flag] : others };
}

export const isUnread = ({ flags }: Message): boolean => !flags.includes('read');
