import { foldCase } from '../../api/fold-case';
import type { EventOf } from '../../api/event-types';
import type { Message } from '../../api/read-messages';
import { canonicalTopic } from '../../api/topic';
import type { UnreadMessages, UnreadDetail } from '../../api/unread';

type Group = { readonly unread_message_ids: readonly number[] };
/**
 * Conversation of a message. `user_ids` are the other people, empty if users write to themselves.
 */
type UnreadLocation =
  { readonly stream_id: number; readonly topic: string } | { readonly user_ids: readonly number[] };

/** Flags of a message that mentions its reader; older servers use the last one. */
const mentioning = [
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'wildcard_mentioned',
];

export function withNewUnread(
  unread: UnreadMessages,
  { message, flags }: EventOf<'message'>,
  own: number,
) {
  if (flags.includes('read')) return unread;
  const next = added(unread, [message.id], locationOf(message, own), own);
  return mentioning.some((flag) => flags.includes(flag)) ? withMentions(next, [message.id]) : next;
}

/**
 * Removes the read messages, or all if `messages` is null. Returns the same object if it has none
 * of them.
 */
export function withoutRead(
  unread: UnreadMessages,
  messages: readonly number[] | null,
): UnreadMessages {
  if (messages === null) return { pms: [], streams: [], huddles: [] };
  if (messages.length === 0) return unread;
  const gone = new Set(messages);
  const has = ({ unread_message_ids }: Group) => unread_message_ids.some((id) => gone.has(id));
  if (![unread.pms, unread.streams, unread.huddles].flat().some(has)) return unread;
  const { mentions } = unread;
  return {
    pms: without(unread.pms, gone),
    streams: without(unread.streams, gone),
    huddles: without(unread.huddles, gone),
    mentions: mentions?.some((id) => gone.has(id))
      ? mentions.filter((id) => !gone.has(id))
      : mentions,
  };
}

/** Adds messages marked as unread, in the conversations that the server sends. */
export function withUnreadAgain(
  unread: UnreadMessages,
  {
    messages,
    message_details,
  }: Pick<EventOf<'update_message_flags/remove'>, 'messages' | 'message_details'>,
  own: number,
): UnreadMessages {
  let next = unread;
  const mentions: number[] = [];
  for (const [place, ids] of byPlace(messages, message_details)) {
    const { type, stream_id, topic, user_ids = [] } = place;
    const isDirect = type !== 'stream' || stream_id === undefined;
    next = added(next, ids, isDirect ? { user_ids } : { stream_id, topic: topic ?? '' }, own);
    mentions.push(...ids.filter((id) => message_details[id]?.mentioned));
  }
  return mentions.length > 0 ? withMentions(next, mentions) : next;
}

/** Groups by conversation, since one can contain 5,000 of the messages. */
function byPlace(
  messages: readonly number[],
  details: Readonly<Record<string, UnreadDetail>>,
): Iterable<readonly [UnreadDetail, readonly number[]]> {
  const found = new Map<string, readonly [UnreadDetail, number[]]>();
  for (const id of messages) {
    const detail = details[id];
    if (!detail) continue;
    const key = JSON.stringify([detail.stream_id, detail.topic, detail.user_ids]);
    const group = found.get(key);
    if (group) group[1].push(id);
    else found.set(key, [detail, [id]]);
  }
  return found.values();
}

function withMentions(unread: UnreadMessages, ids: readonly number[]): UnreadMessages {
  return { ...unread, mentions: [...new Set([...(unread.mentions ?? []), ...ids])] };
}

/** Moves messages to their new conversation. */
export function withMovedUnread(
  unread: UnreadMessages,
  event: EventOf<'update_message'>,
  own: number,
): UnreadMessages {
  const { orig_subject, stream_id, message_ids = [] } = event;
  if (orig_subject === undefined || stream_id === undefined) return unread;
  const known = new Set(unread.streams.flatMap(({ unread_message_ids }) => unread_message_ids));
  const moved = message_ids.filter((id) => known.has(id));
  const to = event.new_stream_id ?? stream_id;
  const topic = event.subject ?? orig_subject;
  return added(withoutRead(unread, moved), moved, { stream_id: to, topic }, own);
}

function locationOf(
  { type, stream_id, subject, display_recipient }: Message,
  own: number,
): UnreadLocation {
  if (type === 'stream' && stream_id !== undefined) return { stream_id, topic: subject };
  const all = typeof display_recipient === 'string' ? [] : display_recipient.map(({ id }) => id);
  return { user_ids: all.filter((id) => id !== own) };
}

function added(
  unread: UnreadMessages,
  ids: readonly number[],
  place: UnreadLocation,
  own: number,
): UnreadMessages {
  if (ids.length === 0) return unread;
  if ('stream_id' in place) {
    const { stream_id, topic } = place;
    const isIt = (one: UnreadMessages['streams'][number]) =>
      one.stream_id === stream_id && keyOf(one.topic) === keyOf(topic);
    return { ...unread, streams: put(unread.streams, ids, isIt, { stream_id, topic }) };
  }
  const { user_ids } = place;
  if (user_ids.length > 1) {
    const user_ids_string = [...user_ids, own].sort((a, b) => a - b).join();
    const isIt = (one: UnreadMessages['huddles'][number]) =>
      one.user_ids_string === user_ids_string;
    return { ...unread, huddles: put(unread.huddles, ids, isIt, { user_ids_string }) };
  }
  const other_user_id = user_ids[0] ?? own;
  const isIt = (one: UnreadMessages['pms'][number]) => one.other_user_id === other_user_id;
  return { ...unread, pms: put(unread.pms, ids, isIt, { other_user_id }) };
}

const keyOf = (topic: string) => foldCase(canonicalTopic(topic));

function put<T extends { unread_message_ids: number[] }>(
  groups: readonly T[],
  ids: readonly number[],
  isIt: (group: T) => boolean,
  place: Omit<T, 'unread_message_ids'>,
): T[] {
  const group = groups.find(isIt);
  if (!group) return [...groups, { ...place, unread_message_ids: [...ids] } as T];
  const all = [...new Set([...group.unread_message_ids, ...ids])].sort((a, b) => a - b);
  return groups.map((one) => (one === group ? { ...one, unread_message_ids: all } : one));
}

function without<T extends Group>(groups: readonly T[], gone: ReadonlySet<number>): T[] {
  return groups.flatMap((group) => {
    if (!group.unread_message_ids.some((id) => gone.has(id))) return group;
    const left = group.unread_message_ids.filter((id) => !gone.has(id));
    return left.length > 0 ? { ...group, unread_message_ids: left } : [];
  });
}
