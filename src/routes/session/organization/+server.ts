import { sessionDoor } from '$lib/server/doors/session';
import { setUp } from '$lib/server/doors/setup';

export const fallback = sessionDoor({ POST: setUp });
