import { getUser } from '../../api/users';
import { useAccount } from '../../client/account/account.svelte';
import { useRead } from '../../client/account/query';

/** A user with their profile fields, live. Call it during component initialization. */
export function useProfile(user_id: () => number) {
  return useRead(useAccount(), getUser, () => ({
    params: {
      user_id: user_id(),
      include_custom_profile_fields: true,
      client_gravatar: true,
    },
    // Always fetches again, because the profile can have changed unseen; shows the cached one until
    // then.
    staleTime: 0,
  }));
}
