import { answerPublicFile } from '$lib/server/gateway/public-file';
import type { RequestHandler } from './$types';

export const trailingSlash = 'ignore';

/** Emoji, logos and sounds that a remote server keeps for everyone; files of our own build come first. */
export const fallback: RequestHandler = (event) => answerPublicFile('serveStatic', event);
