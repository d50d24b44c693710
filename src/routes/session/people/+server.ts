import { success } from '$lib/server/doors/failure';
import { sessionDoor } from '$lib/server/doors/session';

/** Who can be signed in by name: people of a sample organization, nobody elsewhere. */
export const fallback = sessionDoor({
  async GET({ entrance, doors }) {
    await doors.limits.address(entrance.address);
    return success({ people: (await doors.embedded?.samplePeople()) ?? [] });
  },
});
