import { randomUUID } from 'node:crypto';
import type { Handle, HandleServerError, RequestEvent } from '@sveltejs/kit';
import look from './frame-look.html?raw';
import frame from './frame.html?raw';
import { runtime } from '../runtime';
import { announced } from './announced';
import { answerPage } from './cookie-door';
import { streamedPage } from './document-stream';
import { doors, guarded } from './doors';
import {
  startFirstCalls,
  type Answer,
  type AskFirst,
  type Drawing,
  type FirstCalls,
} from './first-calls';
import { note, type Line } from './note';
import { secure } from './security-headers';
import { documentSession, type DocumentSession } from './session';

export interface FirstPlace {
  /** The id of a route. */
  readonly route: string;
  /** The address asks for more than the page, which only the app knows. */
  readonly isDeep: boolean;
  /** Whether the organization lives in this process. */
  readonly embedded: boolean;
  /** Whose page it is. */
  readonly user_id: number;
}

/** Draws what a page shows before the app does, as HTML. May throw. */
export interface DrawFirst {
  /** `state`: the reply to register. */
  byState(place: FirstPlace, state: Uint8Array, ask: AskFirst): Promise<string>;
  /** By replies that are shorter than that. */
  ahead(place: FirstPlace, ask: AskFirst): Promise<string>;
}

/** Bytes of the last state that was told: in one organization all are about as long. */
let lastState = 0;
/** Such a state is long in coming, and in being read. */
const longState = 1024 * 1024;

/** Around every request: an id, the security headers, one line of log and the metrics. */
export const handleWith =
  (draw: DrawFirst): Handle =>
  async ({ event, resolve }) => {
    const { headers } = runtime();
    const started = performance.now();
    event.locals.requestId = randomUUID();
    const isApp = event.route.id?.startsWith('/(app)') ?? false;
    const session = isApp ? await documentSession(event) : null;
    const first = session && firstCallsOf(event, session, draw);
    const told = (session?.block ?? '') + (first?.announced ?? '');
    const transformPageChunk = ({ html }: { readonly html: string }) =>
      html
        // In the head: with one in the body, each style sheet that comes later makes Chromium look at
        // all faces and lay out the whole page anew.
        .replace('%inkwell.look%', () => (isApp ? look : ''))
        .replace('%inkwell.session%', () => told)
        .replace('%inkwell.frame%', () => (isApp ? frame : ''));
    const page = withHeaders(await resolve(event, { transformPageChunk, preload: announced() }));
    const response = first ? await goingOn(page, first, event.request) : page;
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

/**
 * Of several accounts the server can't know which one the tab shows. Where the browser does not say
 * what it asks for (on plain http), it is a page.
 */
function firstCallsOf(
  event: RequestEvent,
  { accounts }: DocumentSession,
  draw: DrawFirst,
): FirstCalls | null {
  const { request, route } = event;
  const { method, headers } = request;
  const [account, another] = accounts;
  const isPage = ['document', null].includes(headers.get('sec-fetch-dest'));
  const isAhead = headers.has('sec-purpose') || headers.has('purpose');
  if (!account || another || method !== 'GET' || !isPage || isAhead) return null;
  const place = {
    ...{ route: route.id ?? '', isDeep: event.url.search !== '' },
    ...{ embedded: doors().embedded !== null, user_id: account.user_id },
  };
  return startFirstCalls({
    ...{ request, route: place.route, account: account.id, embedded: place.embedded },
    answer: doorFor(event, { accounts }),
    drawing: drawingOf(draw, place, event),
  });
}

/** Nobody can use what is drawn. */
function drawingOf(draw: DrawFirst, place: FirstPlace, event: RequestEvent): Drawing {
  const framed = (html: string) =>
    html && `<div id="inkwell-first" aria-hidden="true" inert>${html}</div>`;
  // The app tells the person, who sees the page without it.
  const failed = (error: unknown) => {
    runtime().log.warn({ request: event.locals.requestId, error }, 'first view not drawn');
    return '';
  };
  const isLong = lastState > longState;
  return {
    byState(state, ask) {
      lastState = state.byteLength;
      if (lastState > longState) return Promise.resolve('');
      return draw.byState(place, state, ask).then(framed, failed);
    },
    ahead: isLong ? (ask) => draw.ahead(place, ask).then(framed, failed) : undefined,
  };
}

function doorFor(event: RequestEvent, { accounts }: Pick<DocumentSession, 'accounts'>): Answer {
  const address = event.getClientAddress();
  const { requestId } = event.locals;
  const find = (id: string) => Promise.resolve(accounts.find((one) => one.id === id) ?? null);
  // Seals are renewed by later calls: the head of the page may be gone by then.
  const jar = { ...doors().jarOf(event), find };
  return async (request, path) => {
    const started = performance.now();
    let operation = 'unknown';
    const named = (id: string) => (operation = id);
    const visit = { request, path, address, jar, named };
    const reply = await guarded(() => answerPage(doors(), visit));
    note(runtime(), { request: requestId, operation, status: reply.status }, started);
    return reply;
  };
}

async function goingOn(page: Response, first: FirstCalls, request: Request): Promise<Response> {
  const { drop } = first;
  if (page.status !== 200) {
    drop();
    return page;
  }
  const accepted = request.headers.get('accept-encoding');
  return streamedPage(page, { rest: first.blocks(), accepted, onGone: drop });
}

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
