import {
  getGatewayContext,
  withErrorEnvelope,
  notFoundResponse,
} from '$lib/server/gateway/gateway-context';
import type { RequestHandler } from './$types';

export const trailingSlash = 'ignore';

/**
 * The gateway for files of all other clients, which authenticate with an API key; cookies are
 * ignored. `server/gateway/node-gateway.ts` answers their other calls before the framework.
 */
export const fallback: RequestHandler = (event) =>
  withErrorEnvelope(async () => {
    const { request, locals } = event;
    const { embedded, upstream } = getGatewayContext();
    if (!embedded) return notFoundResponse();
    const named = (operation: string) => (locals.operation = operation);
    return upstream(request, { address: event.getClientAddress(), named });
  });
