import { getChannelFolders } from '../../api/channel-folders';
import { getStreamById } from '../../api/channels';
import type { ApiOperation } from '../../api/define-operation';
import { hasOperation } from '../../api/feature-level';
import { getStreams } from '../../api/streams';
import { useAccount } from '../../client/account/account.svelte';
import { useRead } from '../../client/account/query';
import {
  serverChannelFilters,
  isFilterSupported,
  type ServerChannelFilter,
} from './server-channel-filters';

/**
 * Live ids of the channels that match a filter only the server can evaluate. `ids` is undefined
 * until the server has sent them.
 */
export function useServerFilteredChannels(filter: ServerChannelFilter, isWanted: () => boolean) {
  const account = useAccount();
  const read = useRead(account, getStreams, () => ({
    params: serverChannelFilters[filter],
    enabled: isWanted() && isFilterSupported(filter, account.state),
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
export type ServerFilteredChannels = ReturnType<typeof useServerFilteredChannels>;

/** One channel with all its settings, live. */
export function useChannelDetails(stream_id: () => number) {
  return useRead(useAccount(), getStreamById, () => ({ params: { stream_id: stream_id() } }));
}

/** Folders in their order, archived ones last. Empty if the server doesn't support folders. */
export function useAllChannelFolders() {
  const account = useAccount();
  return useRead(account, getChannelFolders, () => ({
    params: { include_archived: true },
    enabled: hasOperation(getChannelFolders as ApiOperation, account.state),
  }));
}
