import { renewKey } from '$lib/server/doors/session-ends';
import { sessionDoor } from '$lib/server/doors/session';

export const fallback = sessionDoor({ POST: renewKey });
