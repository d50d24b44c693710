import { giveBotKey } from '$lib/server/doors/bot-keys';
import { sessionDoor } from '$lib/server/doors/session';

export const fallback = sessionDoor({ GET: giveBotKey });
