import { foldCase } from '../../api/fold-case';
import type { Channel } from '../../api/channel';
import { subscribe, updateStream } from '../../api/channels';
import { ApiError } from '../../api/errors';
import { unsubscribe, updateSubscriptionSettings } from '../../api/subscriptions';
import { maxIdsPerCall } from '../../api/value-schemas';
import type { Account } from '../../client/account/account.svelte';
import { callInBatches, type BatchOutcome } from './call-in-batches';

/** The contract's older operations know channels by name. */
interface NamedChannel {
  readonly name: string;
}

/** Of channels in one call. */
const maxNamesPerCall = 1000;

/** Subscribes these people, or oneself. Throws `AnyFailure`. */
export async function subscribeToChannel(
  account: Account,
  { name }: NamedChannel,
  people?: readonly number[],
) {
  const principals = people && { principals: [...people] };
  await account.call(subscribe, { subscriptions: [{ name }], ...principals });
}

/** Takes these people out, or oneself. Throws `AnyFailure`. */
export async function unsubscribeFromChannel(
  account: Account,
  { name }: NamedChannel,
  people?: readonly number[],
) {
  const principals = people && { principals: [...people] };
  await account.call(unsubscribe, { subscriptions: [name], ...principals });
}

/** As they are called now: a name of before would make a channel. */
const namesOf = (account: Account, channels: readonly Channel[]) =>
  channels.map(({ stream_id, name }) => account.channels.get(stream_id)?.name ?? name);

/** Subscribes oneself to all of them. */
export function subscribeToChannels(
  account: Account,
  channels: readonly Channel[],
): Promise<BatchOutcome<Channel>> {
  return callInBatches(channels, maxNamesPerCall, async (part) => {
    const names = namesOf(account, part);
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
    await account.call(unsubscribe, { subscriptions: namesOf(account, part) });
    return [];
  });
}

/** Mutes or pins them for oneself, or no longer. */
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
  /** Null: out of its folder. */
  readonly folderOf: (channel: Channel) => number | null;
  readonly onprogress: (done: number) => void;
  /** Ends it before the next one. */
  readonly signal: AbortSignal;
}

/** Puts each into its folder, one call for each: the API has none for several. */
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

/** Waits; an abort ends the wait, and throws. */
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
