import type { Unread } from '../../api/unread';
import type { Recipient } from '../../writing/recipient';

interface Group {
  readonly place: Recipient;
  readonly ids: readonly number[];
}

/** Ids of the messages that are unread, by conversation. */
export function unreadGroups(
  unread: Unread | undefined,
  own: number | undefined,
): readonly Group[] {
  const direct = (to: readonly number[]) => ({ type: 'private', to, topic: '' }) as const;
  return [
    ...(unread?.streams ?? []).map(({ stream_id, topic, unread_message_ids: ids }) => ({
      place: { type: 'stream', to: [stream_id], topic } as const,
      ids,
    })),
    ...(unread?.pms ?? []).map(({ other_user_id, unread_message_ids: ids }) => ({
      place: direct([other_user_id]),
      ids,
    })),
    ...(unread?.huddles ?? []).map(({ user_ids_string, unread_message_ids: ids }) => {
      const people = user_ids_string.split(',').map(Number);
      return { place: direct(people.filter((id) => id !== own)), ids };
    }),
  ];
}

/** Ids of the unread messages in conversations that are wanted. */
export function unreadIn(
  unread: Unread | undefined,
  own: number | undefined,
  wanted: (place: Recipient) => boolean,
): readonly number[] {
  return unreadGroups(unread, own).flatMap(({ place, ids }) => (wanted(place) ? ids : []));
}
