import { success } from '$lib/server/doors/failure';
import { readServerInfo } from '$lib/server/doors/server-info';
import { sessionDoor } from '$lib/server/doors/session';

/** Who this app is connected to, for the sign-in page. */
export const fallback = sessionDoor({
  async GET({ entrance, doors }) {
    await doors.limits.address(entrance.address);
    const { icon, ...info } = await readServerInfo(entrance, doors.realmUrl);
    return success({ ...info, icon: icon !== null && doors.embedded === null });
  },
});
