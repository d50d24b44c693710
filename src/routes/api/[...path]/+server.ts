import { notFoundResponse } from '$lib/server/gateway/gateway-context';

export const trailingSlash = 'ignore';

export const fallback = notFoundResponse;
