import { successResponse } from '$lib/server/gateway/failure';
import { createSessionEndpoint } from '$lib/server/gateway/session-endpoint';

/**
 * People who can be signed in without a password: those of a sample organization, otherwise none.
 */
export const fallback = createSessionEndpoint({
  async GET({ signInContext: entrance, gateway }) {
    await gateway.limits.address(entrance.address);
    return successResponse({ people: (await gateway.embedded?.samplePeople()) ?? [] });
  },
});
