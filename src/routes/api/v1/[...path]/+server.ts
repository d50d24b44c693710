import {
  getGatewayContext,
  withErrorEnvelope,
  notFoundResponse,
  pathBelow,
} from '$lib/server/gateway/gateway-context';
import { operationName } from '$lib/server/gateway/operation-name';
import type { RequestHandler } from './$types';

export const trailingSlash = 'ignore';

/**
 * The door of all other clients, who bring an API key. Cookies mean nothing here. The built server leads
 * files here alone (`doors/node-door.ts`), the development server everything.
 */
export const fallback: RequestHandler = (event) =>
  withErrorEnvelope(async () => {
    const { request, url, locals } = event;
    const path = pathBelow('/api/v1', url);
    locals.operation = path.startsWith('/tus/')
      ? 'resumableUpload'
      : operationName(request.method, path);
    const { embedded, upstream } = getGatewayContext();
    if (!embedded) return notFoundResponse();
    return upstream(request, { address: event.getClientAddress() });
  });
