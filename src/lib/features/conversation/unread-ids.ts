import type { UnreadMessages } from '../../api/unread';
import type { MessageRecipient } from '../../writing/recipients/recipient';

interface Group {
  readonly place: MessageRecipient;
  readonly ids: readonly number[];
}

export function unreadByConversation(
  unread: UnreadMessages | undefined,
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

export function unreadIdsIn(
  unread: UnreadMessages | undefined,
  own: number | undefined,
  wanted: (place: MessageRecipient) => boolean,
): readonly number[] {
  return unreadByConversation(unread, own).flatMap(({ place, ids }) => (wanted(place) ? ids : []));
}
