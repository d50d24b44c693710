import { createSessionEndpoint, signOut } from '$lib/server/gateway/session-endpoint';

export const fallback = createSessionEndpoint({ DELETE: signOut });
