import { fetchIcon } from '$lib/server/doors/icon';
import { readServerInfo } from '$lib/server/doors/server-info';
import { sessionDoor } from '$lib/server/doors/session';

export const fallback = sessionDoor({
  async GET({ entrance, doors }) {
    await doors.limits.address(entrance.address);
    const { icon } = await readServerInfo(entrance, doors.realmUrl);
    return fetchIcon(doors.upstream, icon, entrance.address);
  },
});
