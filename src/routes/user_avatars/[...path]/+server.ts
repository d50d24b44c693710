import { getGatewayContext, withErrorEnvelope } from '$lib/server/gateway/gateway-context';
import { answerPublicPicture } from '$lib/server/gateway/file-gateway';
import type { RequestHandler } from './$types';

export const trailingSlash = 'ignore';

/** Profile pictures and custom emoji, which clients load without a key. */
export const fallback: RequestHandler = ({ request, url, locals, getClientAddress }) =>
  withErrorEnvelope(() => {
    locals.operation = 'servePicture';
    return answerPublicPicture(getGatewayContext().upstream, {
      request,
      url,
      address: getClientAddress(),
    });
  });
