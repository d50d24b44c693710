import { getSubscriptions } from '../../api/streams';
import { useAccount } from '../../client/account/account.svelte';
import { useRead } from '../../client/account/query';

/**
 * With more channels than this, subscribers are loaded only when the user asks for them, because
 * the response is large.
 */
export const maxEagerChannels = 200;

/** The user's channels with their subscribers, live. Cached for a minute. */
export function useOwnChannels(isWanted: () => boolean) {
  const account = useAccount();
  return useRead(account, getSubscriptions, () => ({
    params: { include_subscribers: 'true' as const },
    enabled: isWanted() && account.subscriptions.size > 0,
    staleTime: 60_000,
  }));
}
