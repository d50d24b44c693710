import { createSessionEndpoint } from '$lib/server/gateway/session-endpoint';

export const trailingSlash = 'ignore';

/** All other paths: nothing here. */
export const fallback = createSessionEndpoint({});
