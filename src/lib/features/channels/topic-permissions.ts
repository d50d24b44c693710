import type { Channel } from '../../api/channel';
import type { Account } from '../../client/account/account.svelte';
import { isInAnyGroup } from '../../writing/permissions/group-permission';
import { isAdministratorAccount } from '../../writing/permissions/own-role';

type Server = Pick<Account, 'state' | 'user_id' | 'user'>;

/**
 * What the user can do with the topics of a channel, as far as the client knows. Only the server
 * checks the age limits of messages.
 */
export interface TopicPermissions {
  readonly rename: boolean;
  /** Move to other channels. */
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
  // Servers without this permission treat resolving as a rename.
  const resolve =
    isInAnyGroup(
      [state.realm_can_resolve_topics_group, channel.can_resolve_topics_group],
      account,
    ) ?? rename;
  // TODO(server-281): the group is newer; before it, only administrators could delete.
  const remove =
    isAdministratorAccount(account) ||
    (isInAnyGroup(
      [state.realm_can_delete_any_message_group, channel.can_delete_any_message_group],
      account,
    ) ??
      false);
  return { rename, move, resolve, remove };
}
