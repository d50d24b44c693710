import { foldCase } from '../../api/fold-case';
import type { Channel } from '../../api/channel';
import { subscribe, updateStream } from '../../api/channels';
import { ApiError } from '../../api/errors';
import { unsubscribe, updateSubscriptionSettings } from '../../api/subscriptions';
import { maxIdsPerCall } from '../../api/value-schemas';
import type { Account } from '../../client/account/account.svelte';
import { callInBatches, type BatchOutcome } from './call-in-batches';

/** Maximum number of channels per call. */
const maxNamesPerCall = 1000;

/**
 * Current name of the channel, which these operations identify it by: subscribing to an old name
 * would create a channel.
 */
const nameOf = (account: Account, { stream_id, name }: Channel) =>
  account.channels.get(stream_id)?.name ?? name;

/** Subscribes people, or the user if none are given. Throws `AnyFailure`. */
export async function subscribeToChannel(
  account: Account,
  channel: Channel,
  people?: readonly number[],
) {
  const subscriptions = [{ name: nameOf(account, channel) }];
  const principals = people && { principals: [...people] };
  await account.call(subscribe, { subscriptions, ...principals });
}

/** Unsubscribes people, or the user if none are given. Throws `AnyFailure`. */
export async function unsubscribeFromChannel(
  account: Account,
  channel: Channel,
  people?: readonly number[],
) {
  const principals = people && { principals: [...people] };
  await account.call(unsubscribe, { subscriptions: [nameOf(account, channel)], ...principals });
}

export function subscribeToChannels(
  account: Account,
  channels: readonly Channel[],
): Promise<BatchOutcome<Channel>> {
  return callInBatches(channels, maxNamesPerCall, async (part) => {
    const names = part.map((channel) => nameOf(account, channel));
    const { unauthorized = [] } = await account.call(subscribe, {
      subscriptions: names.map((name) => ({ name })),
      authorization_errors_fatal: false,
    });
    const refused = new Set(unauthorized.map(foldCase));
    return part.filter((_, at) => refused.has(foldCase(names[at] ?? '')));
  });
}

export function unsubscribeFromChannels(
  account: Account,
  channels: readonly Channel[],
): Promise<BatchOutcome<Channel>> {
  return callInBatches(channels, maxNamesPerCall, async (part) => {
    const subscriptions = part.map((channel) => nameOf(account, channel));
    await account.call(unsubscribe, { subscriptions });
    return [];
  });
}

/** Mutes, unmutes, pins or unpins channels for the user. */
export function setSubscriptionProperty(
  account: Account,
  channels: readonly Channel[],
  property: 'is_muted' | 'pin_to_top',
  value: boolean,
): Promise<BatchOutcome<Channel>> {
  return callInBatches(channels, maxIdsPerCall, async (part) => {
    const subscription_data = part.map(({ stream_id }) => ({ stream_id, property, value }));
    await account.call(updateSubscriptionSettings, { subscription_data });
    return [];
  });
}

interface FolderMoveOptions {
  /** Null removes the channel from its folder. */
  readonly folderOf: (channel: Channel) => number | null;
  readonly onprogress: (done: number) => void;
  /** Aborts before the next channel. */
  readonly signal: AbortSignal;
}

/** Moves each channel to its folder with one call per channel: the API has no call for several. */
export async function moveChannelsToFolders(
  account: Account,
  channels: readonly Channel[],
  { folderOf, onprogress, signal }: FolderMoveOptions,
): Promise<BatchOutcome<Channel>> {
  let count = 0;
  return callInBatches(channels, 1, async ([channel]) => {
    if (!channel) return [];
    const { stream_id } = channel;
    const params = { stream_id, folder_id: folderOf(channel) };
    signal.throwIfAborted();
    for (;;) {
      try {
        await account.call(updateStream, params);
        onprogress(++count);
        return [];
      } catch (failure) {
        if (!(failure instanceof ApiError) || failure.code !== 'RATE_LIMIT_HIT') throw failure;
        await pause((Number(failure.fields['retry-after']) || 1) * 1000, signal);
      }
    }
  });
}

/** Waits. Rejects when aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}
