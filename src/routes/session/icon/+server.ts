import { fetchIcon } from '$lib/server/doors/icon';
import { asAnswer } from '$lib/server/doors/pictures/picture-door';
import { readServerInfo } from '$lib/server/doors/server-info';
import { sessionDoor } from '$lib/server/doors/session';

export const fallback = sessionDoor({
  async GET({ entrance, doors }) {
    await doors.limits.address(entrance.address);
    const { icon } = await readServerInfo(entrance, doors.realmUrl);
    const isForeign = icon !== null && new URL(icon).origin !== new URL(doors.realmUrl).origin;
    if (isForeign) return asAnswer((await doors.pictures?.fetch(icon)) ?? null);
    return fetchIcon(doors.upstream, icon, entrance.address);
  },
});
