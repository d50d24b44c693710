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
 * The gateway for files of all other clients, which authenticate with an API key; cookies are
 * ignored. `server/gateway/node-gateway.ts` answers their other calls before the framework.
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
