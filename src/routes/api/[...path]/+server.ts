import { nothingHere } from '$lib/server/doors/doors';

export const trailingSlash = 'ignore';

export const fallback = nothingHere;
