import { fetchIcon } from '$lib/server/gateway/icon';
import { toPictureResponse } from '$lib/server/gateway/pictures/foreign-pictures';
import { readServerInfo } from '$lib/server/gateway/server-info';
import { createSessionEndpoint } from '$lib/server/gateway/session-endpoint';

export const fallback = createSessionEndpoint({
  async GET({ signInContext: entrance, gateway: doors }) {
    await doors.limits.address(entrance.address);
    const { icon } = await readServerInfo(entrance, doors.realmUrl);
    const isForeign = icon !== null && new URL(icon).origin !== new URL(doors.realmUrl).origin;
    if (isForeign) return toPictureResponse((await doors.pictures?.fetch(icon)) ?? null);
    return fetchIcon(doors.upstream, icon, entrance.address);
  },
});
