import type { Channel } from '../../api/channel';
import { hasParameter } from '../../api/feature-level';
import { getStreams } from '../../api/streams';
import type { Account } from '../../client/account/account.svelte';
import {
  flagNames,
  channelScopes,
  channelSorts,
  type FlagName,
  type ChannelScope,
  type ChannelSort,
} from './channel-list-options';

interface SupportedOptions {
  readonly shows: readonly ChannelScope[];
  readonly sorts: readonly ChannelSort[];
  readonly flags: readonly FlagName[];
}

/** List options for which this server sends the data. */
export function supportedListOptions(
  account: Pick<Account, 'state' | 'channels' | 'user' | 'user_id'>,
): SupportedOptions {
  // Any channel shows which fields the server sends.
  const any: Channel | undefined = account.channels.values().next().value;
  const ofSorts: Partial<Record<ChannelSort, boolean>> = {
    people: any?.subscriber_count !== undefined,
    active: any?.is_recently_active !== undefined,
  };
  const ofFlags: Partial<Record<FlagName, boolean>> = {
    readable: hasParameter(getStreams, 'include_can_access_content', account.state),
    admin: any?.can_administer_channel_group !== undefined,
    created: any?.creator_id !== undefined,
    owner: account.user(account.user_id)?.is_bot === true,
  };
  // Nearly all servers support archived channels, so assume it until the state is loaded.
  const hasArchived =
    account.state === null || hasParameter(getStreams, 'exclude_archived', account.state);
  return {
    shows: channelScopes.filter((show) => show !== 'archived' || hasArchived),
    sorts: channelSorts.filter((sort) => ofSorts[sort] !== false),
    flags: flagNames.filter((flag) => ofFlags[flag] !== false),
  };
}
