import {
  getGatewayContext,
  withErrorEnvelope,
  notFoundResponse,
} from '$lib/server/gateway/gateway-context';
import { answerFile, toSafeFileResponse } from '$lib/server/gateway/file-gateway';
import type { RequestHandler } from './$types';

export const trailingSlash = 'ignore';

/**
 * Files in messages: pages authenticate with their cookie, other clients with their key, as on any
 * Zulip server.
 */
export const fallback: RequestHandler = (event) =>
  withErrorEnvelope(async () => {
    const { request, url, locals } = event;
    locals.operation = 'serveFile';
    const { embedded, upstream, jarOf } = getGatewayContext();
    const address = event.getClientAddress();
    const isKeyed = request.headers.has('authorization') || url.searchParams.has('api_key');
    if (isKeyed) {
      return embedded
        ? toSafeFileResponse(await upstream(request, { address }), url)
        : notFoundResponse();
    }
    return answerFile(upstream, { request, url, address, jar: jarOf(event) });
  });
