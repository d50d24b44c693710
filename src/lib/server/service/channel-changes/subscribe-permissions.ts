import { isAdministrator } from '$lib/api/roles';
import type { ChannelAccess, StreamRow } from '../channels/access';
import { badRequest } from '../failure';
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
  if (stream.is_archived || !access.seesContent(stream)) return false;
  return bringsNobody(access, people) || canAddOthers(access, stream);
}

/** Throws 400 unless the caller can subscribe these people to a channel that is being created. */
export function requireCanAddToNewChannel(
  access: ChannelAccess,
  stream: Pick<StreamRow, 'settings' | 'creator_id'>,
  people: readonly UserRow[],
): void {
  if (bringsNobody(access, people) || canAddOthers(access, stream)) return;
  throw badRequest('Insufficient permission');
}

/** Users who could grant themselves the permission don't have to. Guests never can. */
function canAddOthers(
  { user, permissions }: ChannelAccess,
  stream: Pick<StreamRow, 'settings' | 'creator_id'>,
): boolean {
  return (
    permissions.realmHas('can_add_subscribers_group') ||
    permissions.streamHas(stream, 'can_add_subscribers_group') ||
    permissions.streamHas(stream, 'can_administer_channel_group') ||
    isAdministrator(user)
  );
}

function bringsNobody({ user }: ChannelAccess, people: readonly UserRow[]): boolean {
  return people.every(({ id }) => id === user.id);
}
