import type { RequestEvent } from '@sveltejs/kit';
import { getGatewayContext, withErrorEnvelope, notFoundResponse } from './gateway-context';
import { answerPublicPicture } from './file-gateway';

/** Serves a public file of a remote server; the embedded service has none of these. */
export function answerPublicFile(
  operation: string,
  { request, url, locals, getClientAddress }: RequestEvent,
): Promise<Response> {
  return withErrorEnvelope(() => {
    locals.operation = operation;
    const { embedded, upstream } = getGatewayContext();
    if (embedded) return notFoundResponse();
    return answerPublicPicture(upstream, { request, url, address: getClientAddress() });
  });
}
