import { sessionDoor, signOut } from '$lib/server/doors/session';

export const fallback = sessionDoor({ DELETE: signOut });
