import { getSubscriptions } from '../../api/streams';
import { useAccount } from '../../client/account/account.svelte';
import { useRead } from '../../client/account/query';

/** Of more channels than these who is in them is asked on purpose alone: it is much to tell. */
export const maxEagerChannels = 200;

/** One's own channels with who is in them, live. Read once for all who ask within a minute. */
export function useOwnChannels(isWanted: () => boolean) {
  const account = useAccount();
  return useRead(account, getSubscriptions, () => ({
    params: { include_subscribers: 'true' as const },
    enabled: isWanted() && account.subscriptions.size > 0,
    staleTime: 60_000,
  }));
}
