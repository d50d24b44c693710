import { doors, guarded, nothingHere } from '$lib/server/doors/doors';
import { answerFile, harmless } from '$lib/server/doors/file-door';
import type { RequestHandler } from './$types';

export const trailingSlash = 'ignore';

/** Files of messages: for pages by cookie, for other clients by their key, as on every such server. */
export const fallback: RequestHandler = (event) =>
  guarded(async () => {
    const { request, url, locals } = event;
    locals.operation = 'serveFile';
    const { embedded, upstream, jarOf } = doors();
    const address = event.getClientAddress();
    const isKeyed = request.headers.has('authorization') || url.searchParams.has('api_key');
    if (isKeyed) {
      return embedded ? harmless(await upstream(request, { address }), url) : nothingHere();
    }
    return answerFile(upstream, { request, url, address, jar: jarOf(event) });
  });
