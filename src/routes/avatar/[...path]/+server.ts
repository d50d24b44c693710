import {
  getGatewayContext,
  withErrorEnvelope,
  notFoundResponse,
} from '$lib/server/gateway/gateway-context';
import { answerAvatar } from '$lib/server/gateway/file-gateway';
import type { RequestHandler } from './$types';

export const trailingSlash = 'ignore';

/**
 * Redirects to a user's profile picture, for a cookie or a key. Our pages don't need it, because
 * they get the picture's URL.
 */
export const fallback: RequestHandler = (event) =>
  withErrorEnvelope(async () => {
    const { request, url, locals } = event;
    locals.operation = 'leadToAvatar';
    const { embedded, upstream, jarOf } = getGatewayContext();
    const address = event.getClientAddress();
    if (!embedded) return notFoundResponse();
    const isKeyed = request.headers.has('authorization') || url.searchParams.has('api_key');
    if (isKeyed) return upstream(request, { address });
    return answerAvatar(upstream, { request, url, address, jar: jarOf(event) });
  });
