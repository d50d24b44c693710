import type { Unread } from '../../api/unread';
import { conversationKey } from './messages-after';

/** How many messages of each conversation are unread, by `conversationKey`. */
export function unreadCounts(
  unread: Unread | undefined,
  own: number | undefined,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const direct = (to: readonly number[]) => conversationKey({ type: 'private', to, topic: '' });
  for (const { stream_id, topic, unread_message_ids: ids } of unread?.streams ?? []) {
    counts.set(conversationKey({ type: 'stream', to: [stream_id], topic }), ids.length);
  }
  for (const { other_user_id, unread_message_ids: ids } of unread?.pms ?? []) {
    counts.set(direct([other_user_id]), ids.length);
  }
  for (const { user_ids_string, unread_message_ids: ids } of unread?.huddles ?? []) {
    const people = user_ids_string.split(',').map(Number);
    counts.set(direct(people.filter((id) => id !== own)), ids.length);
  }
  return counts;
}
