import type { ServerEvent } from '../../api/event-types';
import type { Message } from '../../api/read-messages';
import { conversationKey, recipientOfMessage } from '../../writing/recipients/conversation-key';
import type { MessageRecipient } from '../../writing/recipients/recipient';
import { applyMessageEvent, movedMessagesOf, affectedMessageIds } from './apply-message-event';

export { conversationKey, recipientOfMessage };

interface EventResult {
  readonly messages: readonly Message[];
  /** Messages arrived that only the server has, so they must be fetched. */
  readonly isStale: boolean;
}

/**
 * Messages by id after an event, limited to those that belong here. Returns the same list if
 * nothing changes. Idempotent. https://zulip.com/api/get-events
 */
export function applyEventToMessages(
  messages: readonly Message[],
  event: ServerEvent,
  own: number | undefined,
  belongs: (recipient: MessageRecipient) => boolean,
): EventResult {
  const same = { messages, isStale: false };
  if (event.kind === 'message') {
    const message = { ...event.message, flags: event.flags };
    if (!belongs(recipientOfMessage(message, own))) return same;
    return { messages: mergeMessages(messages, [message]), isStale: false };
  }
  const touched = affectedMessageIds(event);
  if (touched === null) return same;
  const ids = touched === 'all' ? null : new Set(touched);
  const next = changed(messages, ids, event);
  const place = event.kind === 'update_message' ? movedMessagesOf(event) : null;
  if (!place || !ids) return { messages: next, isStale: false };
  const isHere = belongs(place.recipient);
  const known = new Set(messages.map(({ id }) => id));
  return {
    messages: isHere ? next : next.filter(({ id }) => !place.ids.has(id)),
    isStale: isHere && [...place.ids].some((id) => !known.has(id)),
  };
}

/** Sorted by id and without duplicates; added messages replace those with the same id. */
export function mergeMessages(
  messages: readonly Message[],
  added: readonly Message[],
): readonly Message[] {
  const all = new Map([...messages, ...added].map((message) => [message.id, message]));
  return [...all.values()].sort((a, b) => a.id - b.id);
}

/** `ids` null means all of them. Returns the same list if nothing changes. */
function changed(
  messages: readonly Message[],
  ids: ReadonlySet<number> | null,
  event: ServerEvent,
): readonly Message[] {
  if (!messages.some(({ id }) => !ids || ids.has(id))) return messages;
  return messages.flatMap((message) =>
    !ids || ids.has(message.id) ? (applyMessageEvent(message, event) ?? []) : message,
  );
}
