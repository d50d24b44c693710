import { doors, guarded } from '$lib/server/doors/doors';
import { answerPicture } from '$lib/server/doors/file-door';
import type { RequestHandler } from './$types';

export const trailingSlash = 'ignore';

/** Pictures of people and emoji, which every client shows without a key. */
export const fallback: RequestHandler = ({ request, url, locals, getClientAddress }) =>
  guarded(() => {
    locals.operation = 'servePicture';
    return answerPicture(doors().upstream, { request, url, address: getClientAddress() });
  });
