import type { RequestEvent } from '@sveltejs/kit';
import { doors, guarded, nothingHere } from './doors';
import { answerPicture } from './file-door';

/** A file that a remote server shows to everyone; the service of this process has none of these. */
export function answerPublicFile(
  operation: string,
  { request, url, locals, getClientAddress }: RequestEvent,
): Promise<Response> {
  return guarded(() => {
    locals.operation = operation;
    const { embedded, upstream } = doors();
    if (embedded) return nothingHere();
    return answerPicture(upstream, { request, url, address: getClientAddress() });
  });
}
