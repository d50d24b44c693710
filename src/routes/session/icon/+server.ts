import { fetchIcon } from '$lib/server/gateway/icon';
import { toPictureResponse } from '$lib/server/gateway/pictures/foreign-pictures';
import { readServerInfo } from '$lib/server/gateway/server-info';
import { createSessionEndpoint } from '$lib/server/gateway/session-endpoint';

export const fallback = createSessionEndpoint({
  async GET({ signInContext: entrance, gateway }) {
    await gateway.limits.address(entrance.address);
    const { icon } = await readServerInfo(entrance, gateway.realmUrl);
    const isForeign = icon !== null && new URL(icon).origin !== new URL(gateway.realmUrl).origin;
    if (isForeign) return toPictureResponse((await gateway.pictures?.fetch(icon)) ?? null);
    return fetchIcon(gateway.upstream, icon, entrance.address);
  },
});
