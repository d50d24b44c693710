import { createHash, randomUUID } from 'node:crypto';
import type { Handle, HandleServerError, RequestEvent } from '@sveltejs/kit';
import look from './frame-look.html?raw';
import frame from './frame.html?raw';
import { getRuntime } from '../runtime';
import { createPreloadFilter } from './preload-filter';
import { answerPageCall } from './session-gateway';
import { streamPage } from './document-stream';
import { getGatewayContext, withErrorEnvelope } from './gateway-context';
import {
  startPreloadedCalls,
  type PageCallHandler,
  type PreloadRequest,
  type FirstPaintDrawing,
  type PreloadedCalls,
} from './preloaded-calls';
import { logRequest, type RequestLogEntry } from './request-log';
import { setSecurityHeaders } from './security-headers';
import { documentSession, type DocumentSession } from './session-endpoint';

export interface FirstPaintTarget {
  /** Id of the page's route. */
  readonly route: string;
  /** The URL has a query, which only the app understands. */
  readonly isDeep: boolean;
  /** Whether the organization lives in this process. */
  readonly embedded: boolean;
  readonly user_id: number;
}

/** Renders the first view of a page as HTML before the app has loaded. Can throw. */
export interface FirstPaintRenderer {
  /** Source of the document's script. */
  readonly frameScript: string;
  /** `state`: the reply to register. */
  renderFromState(place: FirstPaintTarget, state: Uint8Array, ask: PreloadRequest): Promise<string>;
  /** Renders from replies that are shorter than the register reply. */
  renderFromCalls(place: FirstPaintTarget, ask: PreloadRequest): Promise<string>;
}

/** Bytes of the last register reply; within one organization all have a similar size. */
let lastState = 0;
/** From this many bytes on, a state takes long to arrive and to parse. */
const longState = 1024 * 1024;

/** Wraps every request: an id, security headers, a log line and metrics. */
export function createRequestHandle(draw: FirstPaintRenderer): Handle {
  const { frameScript } = draw;
  const hash = createHash('sha256').update(frameScript).digest('base64');
  return async ({ event, resolve }) => {
    const { headers } = getRuntime();
    const started = performance.now();
    event.locals.requestId = randomUUID();
    const isApp = event.route.id?.startsWith('/(app)') ?? false;
    const session = isApp ? await documentSession(event) : null;
    const first = session && firstCallsOf(event, session, draw);
    const headHtml = (session?.block ?? '') + (first?.headHtml ?? '');
    const transformPageChunk = ({ html }: { readonly html: string }) =>
      html
        // In the head, because with a style in the body each style sheet that loads later makes
        // Chromium check all fonts and lay out the whole page again.
        .replace('%inkwell.look%', () => (isApp ? look : ''))
        .replace('%inkwell.session%', () => headHtml)
        .replace('%inkwell.frame%', () => (isApp ? `${frame}<script>${frameScript}</script>` : ''));
    const page = withHeaders(
      await resolve(event, { transformPageChunk, preload: createPreloadFilter() }),
    );
    const response = first ? await streamWithPreload(page, first, event.request) : page;
    if (isApp) allowScript(response.headers, hash);
    if (session) response.headers.set('cache-control', 'private, no-store');
    setSecurityHeaders(response.headers, headers);
    response.headers.set('x-request-id', event.locals.requestId);

    const { pendingReply, requestId } = event.locals;
    const operation = event.locals.operation ?? event.route.id ?? 'unknown';
    const tell = createLogCallback(
      { request: requestId, operation, status: response.status },
      started,
    );
    if (pendingReply?.isTaken) pendingReply.onEnd(tell);
    else tell();
    return response;
  };
}

/** Like the hashes in svelte.config.js, for a script that only exists once it is compiled. */
function allowScript(headers: Headers, hash: string): void {
  const policy = headers.get('content-security-policy');
  const allowed = policy?.replace(/\bscript-src /, (start) => `${start}'sha256-${hash}' `);
  if (allowed !== undefined) headers.set('content-security-policy', allowed);
}

/**
 * Only if a single account is signed in: with several, the server doesn't know which one the tab
 * shows. If the browser doesn't send the destination (over plain HTTP), it is treated as a page.
 */
function firstCallsOf(
  event: RequestEvent,
  { accounts }: DocumentSession,
  draw: FirstPaintRenderer,
): PreloadedCalls | null {
  const { request, route } = event;
  const { method, headers } = request;
  const [account, another] = accounts;
  const isPage = ['document', null].includes(headers.get('sec-fetch-dest'));
  const isAhead = headers.has('sec-purpose') || headers.has('purpose');
  if (!account || another || method !== 'GET' || !isPage || isAhead) return null;
  const place = {
    ...{ route: route.id ?? '', isDeep: event.url.search !== '' },
    ...{ embedded: getGatewayContext().embedded !== null, user_id: account.user_id },
  };
  return startPreloadedCalls({
    request,
    account: account.id,
    embedded: place.embedded,
    answer: pageCallHandlerFor(event, { accounts }),
    drawing: drawingOf(draw, place, event),
  });
}

/** Wraps the HTML so that it is inert and hidden from assistive technology. */
function drawingOf(
  draw: FirstPaintRenderer,
  place: FirstPaintTarget,
  event: RequestEvent,
): FirstPaintDrawing {
  const framed = (html: string) =>
    html && `<div id="inkwell-first" aria-hidden="true" inert>${html}</div>`;
  // Only logged: the page works without it, and the app shows errors of its own.
  const failed = (error: unknown) => {
    getRuntime().log.warn({ request: event.locals.requestId, error }, 'first view not drawn');
    return '';
  };
  const isLong = lastState > longState;
  return {
    byState(state, ask) {
      lastState = state.byteLength;
      if (lastState > longState) return Promise.resolve('');
      return draw.renderFromState(place, state, ask).then(framed, failed);
    },
    ahead: isLong ? (ask) => draw.renderFromCalls(place, ask).then(framed, failed) : undefined,
  };
}

function pageCallHandlerFor(
  event: RequestEvent,
  { accounts }: Pick<DocumentSession, 'accounts'>,
): PageCallHandler {
  const address = event.getClientAddress();
  const { requestId } = event.locals;
  const find = (id: string) => Promise.resolve(accounts.find((one) => one.id === id) ?? null);
  // Later calls renew seals, because the headers of this page might already be sent.
  const jar = { ...getGatewayContext().jarOf(event), find };
  return async (request, path) => {
    const started = performance.now();
    let operation = 'unknown';
    const named = (id: string) => (operation = id);
    const visit = { request, path, address, jar, named };
    const reply = await withErrorEnvelope(() => answerPageCall(getGatewayContext(), visit));
    logRequest(getRuntime(), { request: requestId, operation, status: reply.status }, started);
    return reply;
  };
}

async function streamWithPreload(
  page: Response,
  first: PreloadedCalls,
  request: Request,
): Promise<Response> {
  const { drop } = first;
  if (page.status !== 200) {
    drop();
    return page;
  }
  const accepted = request.headers.get('accept-encoding');
  return streamPage(page, { rest: first.blocks(), accepted, onGone: drop });
}

/** A separate function, because its closure lives as long as a long poll waits. */
function createLogCallback(line: RequestLogEntry, started: number) {
  return () => logRequest(getRuntime(), line, started);
}

/** Handles an unexpected error of a page: details go to the log, not to the user. */
export const handleServerError: HandleServerError = ({ error, event, status }) => {
  const request = event.locals.requestId;
  if (status >= 500) getRuntime().log.error({ request, error }, 'page failed');
  return { message: status === 404 ? 'Not found' : 'Something went wrong', request };
};

/** Headers of some responses are immutable (redirects, responses of fetch). */
function withHeaders(response: Response): Response {
  try {
    response.headers.delete('x-powered-by');
    response.headers.delete('server');
    return response;
  } catch {
    return new Response(response.body, response);
  }
}
