import { successResponse } from '$lib/server/gateway/failure';
import { createSessionEndpoint } from '$lib/server/gateway/session-endpoint';

/** Who can be signed in by name: people of a sample organization, nobody elsewhere. */
export const fallback = createSessionEndpoint({
  async GET({ signInContext: entrance, gateway: doors }) {
    await doors.limits.address(entrance.address);
    return successResponse({ people: (await doors.embedded?.samplePeople()) ?? [] });
  },
});
