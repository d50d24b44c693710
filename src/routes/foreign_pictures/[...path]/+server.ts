import { doors, guarded, nothingHere, pathBelow } from '$lib/server/doors/doors';
import { picturesPath } from '$lib/server/doors/pictures/named-pictures';
import type { RequestHandler } from './$types';

export const trailingSlash = 'ignore';

/** Pictures of people that a remote server keeps elsewhere. */
export const fallback: RequestHandler = (event) =>
  guarded(async () => {
    event.locals.operation = 'serveForeignPicture';
    const { pictures, limits, jarOf } = doors();
    if (!pictures) return nothingHere();
    const path = pathBelow(picturesPath, event.url);
    return pictures.answer({ request: event.request, path, jar: jarOf(event), limits });
  });
