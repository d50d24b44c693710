import { stashOwnKey } from '$lib/server/gateway/key-file';
import { createSessionEndpoint } from '$lib/server/gateway/session-endpoint';

export const fallback = createSessionEndpoint({ POST: stashOwnKey });
