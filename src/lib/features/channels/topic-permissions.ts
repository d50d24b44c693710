import type { Channel } from '../../api/channel';
import type { Account } from '../../client/account/account.svelte';
import {
  canDeleteTopic,
  canMoveBetweenTopics,
  canMoveToOtherChannels,
  canResolveTopics,
} from '../../api/permissions/message';
import { accountPermissions } from '../../writing/permissions/account-permissions';

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
  const holder = accountPermissions(account);
  const rename = canMoveBetweenTopics(holder, channel);
  const move = canMoveToOtherChannels(holder, channel);
  const resolve = canResolveTopics(holder, channel) ?? rename;
  const remove = canDeleteTopic(holder, channel);
  return { rename, move, resolve, remove };
}
