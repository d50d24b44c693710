import { doors, guarded, nothingHere, pathBelow } from '$lib/server/doors/doors';
import { operationName } from '$lib/server/doors/operation-name';
import type { RequestHandler } from './$types';

export const trailingSlash = 'ignore';

/** The door of all other clients, who bring an API key. Cookies mean nothing here. */
export const fallback: RequestHandler = ({ request, url, locals, getClientAddress }) =>
  guarded(async () => {
    const path = pathBelow('/api/v1', url);
    locals.operation = path.startsWith('/tus/')
      ? 'resumableUpload'
      : operationName(request.method, path);
    const { embedded } = doors();
    return embedded ? embedded.handle(request, { address: getClientAddress() }) : nothingHere();
  });
