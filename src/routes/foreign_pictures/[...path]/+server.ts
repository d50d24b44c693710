import {
  getGatewayContext,
  withErrorEnvelope,
  notFoundResponse,
  pathBelow,
} from '$lib/server/gateway/gateway-context';
import { picturesPath } from '$lib/server/gateway/pictures/picture-addresses';
import type { RequestHandler } from './$types';

export const trailingSlash = 'ignore';

/** Profile pictures that a remote server stores on other sites. */
export const fallback: RequestHandler = (event) =>
  withErrorEnvelope(async () => {
    event.locals.operation = 'serveForeignPicture';
    const { pictures, limits, jarOf } = getGatewayContext();
    if (!pictures) return notFoundResponse();
    const path = pathBelow(picturesPath, event.url);
    return pictures.answer({ request: event.request, path, jar: jarOf(event), limits });
  });
