import type { Channel } from '../../api/channel';
import type { Account } from '../../client/account/account.svelte';
import { isInAnyGroup } from '../../writing/permissions/group-permission';
import { viewerRole } from './channel-permissions';

type Server = Pick<Account, 'state' | 'user_id' | 'user'>;

/**
 * What may be done with the topics of a channel, as far as this side knows: how old messages may be
 * is the server's to say.
 */
export interface TopicPermissions {
  readonly rename: boolean;
  /** Into other channels. */
  readonly move: boolean;
  readonly resolve: boolean;
  readonly remove: boolean;
}

const none: TopicPermissions = { rename: false, move: false, resolve: false, remove: false };

export function topicPermissionsOf(channel: Channel, account: Server): TopicPermissions {
  const { state } = account;
  if (channel.is_archived || state === null) return none;
  const rename =
    isInAnyGroup(
      [
        state.realm_can_move_messages_between_topics_group,
        channel.can_move_messages_within_channel_group,
      ],
      account,
    ) ?? true;
  const move =
    isInAnyGroup(
      [
        state.realm_can_move_messages_between_channels_group,
        channel.can_move_messages_out_of_channel_group,
      ],
      account,
    ) ?? true;
  // Before there was such a group it was a move like any other.
  const resolve =
    isInAnyGroup(
      [state.realm_can_resolve_topics_group, channel.can_resolve_topics_group],
      account,
    ) ?? rename;
  // TODO(server-281): that group is younger; before it these were administrators.
  const remove =
    viewerRole(account) <= 200 ||
    (isInAnyGroup(
      [state.realm_can_delete_any_message_group, channel.can_delete_any_message_group],
      account,
    ) ??
      false);
  return { rename, move, resolve, remove };
}
