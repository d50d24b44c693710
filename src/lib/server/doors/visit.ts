import { randomUUID } from 'node:crypto';
import type { Handle, HandleServerError } from '@sveltejs/kit';
import frame from './frame.html?raw';
import { runtime } from '../runtime';
import { note, type Line } from './note';
import { secure } from './security-headers';
import { sessionInDocument } from './session';

/** Around every request: an id, the security headers, one line of log and the metrics. */
export const handle: Handle = async ({ event, resolve }) => {
  const { headers } = runtime();
  const started = performance.now();
  event.locals.requestId = randomUUID();
  const isApp = event.route.id?.startsWith('/(app)') ?? false;
  const session = isApp ? await sessionInDocument(event) : '';
  const transformPageChunk = ({ html }: { readonly html: string }) =>
    html
      .replace('%inkwell.session%', () => session)
      .replace('%inkwell.frame%', () => (isApp ? frame : ''));
  const response = withHeaders(await resolve(event, { transformPageChunk, preload: isFirst }));
  if (session) response.headers.set('cache-control', 'private, no-store');
  secure(response.headers, headers);
  response.headers.set('x-request-id', event.locals.requestId);

  const { seat, requestId } = event.locals;
  const operation = event.locals.operation ?? event.route.id ?? 'unknown';
  const tell = teller({ request: requestId, operation, status: response.status }, started);
  if (seat?.isTaken) seat.onEnd(tell);
  else tell();
  return response;
};

/** Announced with the page: of its faces only the one that nearly every page is set in. */
const isFirst = ({ type, path }: { readonly type: string; readonly path: string }) =>
  type === 'js' || type === 'css' || path.includes('/inter-latin-wght-normal.');

/** What it closes over stays as long as a long poll waits. */
function teller(line: Line, started: number) {
  return () => note(runtime(), line, started);
}

/** An unexpected failure of a page: told to the log, not to the person. */
export const handleError: HandleServerError = ({ error, event, status }) => {
  const request = event.locals.requestId;
  if (status >= 500) runtime().log.error({ request, error }, 'page failed');
  return { message: status === 404 ? 'Not found' : 'Something went wrong', request };
};

/** Headers of some responses can not be changed (redirects, what fetch returned). */
function withHeaders(response: Response): Response {
  try {
    response.headers.delete('x-powered-by');
    response.headers.delete('server');
    return response;
  } catch {
    return new Response(response.body, response);
  }
}
