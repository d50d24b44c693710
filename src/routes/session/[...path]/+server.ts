import { sessionDoor } from '$lib/server/doors/session';

export const trailingSlash = 'ignore';

/** Nothing is here. */
export const fallback = sessionDoor({});
