import { answerPublicFile } from '$lib/server/gateway/public-file';
import type { RequestHandler } from './$types';

export const trailingSlash = 'ignore';

/**
 * Emoji, logos and sounds that a remote server makes public. Files of our own build take
 * precedence.
 */
export const fallback: RequestHandler = (event) => answerPublicFile('serveStatic', event);
