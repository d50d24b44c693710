import { doors, guarded, nothingHere } from '$lib/server/doors/doors';
import { answerAvatar } from '$lib/server/doors/file-door';
import type { RequestHandler } from './$types';

export const trailingSlash = 'ignore';

/** The way to somebody's picture, by cookie or key. The pages themselves are told its address. */
export const fallback: RequestHandler = (event) =>
  guarded(async () => {
    const { request, url, locals } = event;
    locals.operation = 'leadToAvatar';
    const { embedded, upstream, jarOf } = doors();
    const address = event.getClientAddress();
    if (!embedded) return nothingHere();
    const isKeyed = request.headers.has('authorization') || url.searchParams.has('api_key');
    if (isKeyed) return upstream(request, { address });
    return answerAvatar(upstream, { request, url, address, jar: jarOf(event) });
  });
