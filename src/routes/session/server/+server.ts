import { successResponse } from '$lib/server/gateway/failure';
import { readServerInfo } from '$lib/server/gateway/server-info';
import { createSessionEndpoint } from '$lib/server/gateway/session-endpoint';

/** The server this app is connected to, for the sign-in page. */
export const fallback = createSessionEndpoint({
  async GET({ signInContext: entrance, gateway }) {
    await gateway.limits.address(entrance.address);
    const { icon, ...info } = await readServerInfo(entrance, gateway.realmUrl);
    return successResponse({ ...info, icon: icon !== null && gateway.embedded === null });
  },
});
