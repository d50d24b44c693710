import { getChannelFolders } from '../../api/channel-folders';
import { getStreamById } from '../../api/channels';
import type { Operation } from '../../api/define';
import type { EventKind } from '../../api/event-types';
import { hasOperation } from '../../api/level';
import { getStreams } from '../../api/streams';
import { useAccount } from '../../client/account.svelte';
import { useRead } from '../../client/query';
import { filterOf, type ChannelFilter } from './filters';

/** Asks again whenever an event of these kinds comes while the component is there. */
function refetchAt(kinds: readonly EventKind[], refetch: () => unknown): void {
  const account = useAccount();
  const wanted: ReadonlySet<string> = new Set(kinds);
  $effect(() => account.onEvent(({ kind }) => void (wanted.has(kind) && refetch())));
}

const ofLists: readonly EventKind[] = [
  'stream/create',
  'stream/update',
  'stream/delete',
  'subscription/add',
  'subscription/remove',
  'default_streams',
];

/** The channels of a filter, live. To be asked for while a component starts, as all of these. */
export function useChannels(filter: () => ChannelFilter) {
  const read = useRead(useAccount(), getStreams, () => ({ params: filterOf(filter()).params }));
  refetchAt(ofLists, () => read.refetch());
  return read;
}

/** One channel with all that can be set of it, live. */
export function useChannelDetails(stream_id: () => number) {
  const read = useRead(useAccount(), getStreamById, () => ({ params: { stream_id: stream_id() } }));
  refetchAt(['stream/update', 'subscription/add'], () => read.refetch());
  return read;
}

/** In their order, archived ones last; empty where the server has none. */
export function useFolders() {
  const account = useAccount();
  const enabled = () => hasOperation(getChannelFolders as Operation, account.state);
  const read = useRead(account, getChannelFolders, () => ({
    params: { include_archived: true },
    enabled: enabled(),
  }));
  refetchAt(
    ['channel_folder/add', 'channel_folder/update', 'channel_folder/reorder'],
    () => enabled() && read.refetch(),
  );
  return read;
}
