import { createSessionEndpoint } from '$lib/server/gateway/session-endpoint';

export const trailingSlash = 'ignore';

/** Nothing is here. */
export const fallback = createSessionEndpoint({});
