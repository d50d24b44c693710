import { success } from '$lib/server/doors/failure';
import { readJson } from '$lib/server/doors/json-body';
import { describeSession, sessionDoor, shown } from '$lib/server/doors/session';
import { signIn, signInSchema } from '$lib/server/doors/sign-in';

export const fallback = sessionDoor({
  GET: describeSession,
  async POST({ event, doors, entrance }) {
    await doors.limits.attempts(entrance.address);
    const input = await readJson(event.request, signInSchema);
    return success({ account: shown(await signIn(entrance, input)) });
  },
});
