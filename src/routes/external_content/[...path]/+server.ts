import { answerPublicFile } from '$lib/server/gateway/public-file';
import type { RequestHandler } from './$types';

export const trailingSlash = 'ignore';

/** Images of other sites, which a remote server fetches for its messages. */
export const fallback: RequestHandler = (event) => answerPublicFile('serveExternalContent', event);
