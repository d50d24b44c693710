import { giveKeyFile } from '$lib/server/doors/key-file';
import { sessionDoor } from '$lib/server/doors/session';

export const fallback = sessionDoor({ GET: giveKeyFile });
