import { doors, guarded, nothingHere } from '$lib/server/doors/doors';
import type { RequestHandler } from './$types';

export const trailingSlash = 'ignore';

/** The door of all other clients, who bring an API key. Cookies mean nothing here. */
export const fallback: RequestHandler = ({ request, getClientAddress }) =>
  guarded(async () => {
    const { embedded } = doors();
    return embedded ? embedded.handle(request, { address: getClientAddress() }) : nothingHere();
  });
