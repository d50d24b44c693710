import { canAddSubscribers, canBringOthers, canSubscribe } from '$lib/api/permissions/channel';
import type { ChannelAccess, StreamRow } from '../channels/access';
import { requirePermission } from '../failure';
import type { UserRow } from '../model';

/**
 * Whether the caller can subscribe these people, possibly including themselves, to a channel.
 * Source: https://zulip.com/help/configure-who-can-subscribe
 */
export function canSubscribePeople(
  access: ChannelAccess,
  stream: StreamRow,
  people: readonly UserRow[],
): boolean {
  const { permissions, subscribed } = access;
  const isSubscribed = subscribed.has(stream.id);
  return bringsNobody(access, people)
    ? canSubscribe(permissions, stream, isSubscribed)
    : canAddSubscribers(permissions, stream, isSubscribed);
}

/** Throws 400 unless the caller can subscribe these people to a channel that is being created. */
export function requireCanAddToNewChannel(
  access: ChannelAccess,
  stream: Pick<StreamRow, 'settings' | 'creator_id'>,
  people: readonly UserRow[],
): void {
  requirePermission(bringsNobody(access, people) || canBringOthers(access.permissions, stream));
}

function bringsNobody({ user }: ChannelAccess, people: readonly UserRow[]): boolean {
  return people.every(({ id }) => id === user.id);
}
