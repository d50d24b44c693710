import { getChannelFolders } from '../../api/channel-folders';
import { getStreamById } from '../../api/channels';
import type { Operation } from '../../api/define';
import { hasOperation } from '../../api/level';
import { getStreams } from '../../api/streams';
import { useAccount } from '../../client/account.svelte';
import { useRead } from '../../client/query';
import { channelFilters, isKnownTo, type ChannelFilter } from './filters';

/**
 * Which channels fit a filter that only the server knows, as their ids, live. Undefined `ids`: it has
 * not told them.
 */
export function useToldChannels(filter: ChannelFilter, isWanted: () => boolean) {
  const account = useAccount();
  const read = useRead(account, getStreams, () => ({
    params: channelFilters[filter],
    enabled: isWanted() && isKnownTo(filter, account.state),
  }));
  const ids = $derived(read.data && new Set(read.data.streams.map(({ stream_id }) => stream_id)));
  return {
    get ids() {
      return ids;
    },
    get failure() {
      return read.data ? null : read.error;
    },
    get isFetching() {
      return read.isFetching;
    },
    retry: () => void read.refetch(),
  };
}
export type ToldChannels = ReturnType<typeof useToldChannels>;

/** One channel with all that can be set of it, live. */
export function useChannelDetails(stream_id: () => number) {
  return useRead(useAccount(), getStreamById, () => ({ params: { stream_id: stream_id() } }));
}

/** In their order, archived ones last; empty where the server has none. */
export function useFolders() {
  const account = useAccount();
  return useRead(account, getChannelFolders, () => ({
    params: { include_archived: true },
    enabled: hasOperation(getChannelFolders as Operation, account.state),
  }));
}
