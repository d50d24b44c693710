import { createBotAndStashKey } from '$lib/server/gateway/bot-keys';
import { createSessionEndpoint } from '$lib/server/gateway/session-endpoint';

export const fallback = createSessionEndpoint({ POST: createBotAndStashKey });
