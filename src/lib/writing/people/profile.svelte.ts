import { getUser } from '../../api/users';
import { useAccount } from '../../client/account/account.svelte';
import { useRead } from '../../client/account/query';

/** Somebody with what they say of themselves, live; to be asked for while a component starts. */
export function useProfile(user_id: () => number) {
  return useRead(useAccount(), getUser, () => ({
    params: {
      user_id: user_id(),
      include_custom_profile_fields: true,
      client_gravatar: true,
    },
    // What has changed while nobody looked is asked for again, and the old is shown meanwhile.
    staleTime: 0,
  }));
}
