import type { ApiOperation, ParamsOf, ResultOf } from '$lib/api/define-operation';
import { encodeCall } from '$lib/api/encode-call';
import { deleteQueue } from '$lib/api/events';
import { registerQueue } from '$lib/api/register';
import { readReply } from '$lib/api/read-reply';
import { registrationFor } from '$lib/api/registration';
import { accountHeader } from './session-gateway';
import { readLimitedBody } from './limited-body';
import { pageHeader } from './origin';

/** Maximum bytes of one reply. The app itself requests anything longer. */
const maxReplyBytes = 64 * 1024 * 1024;
/** After this many milliseconds the document ends, and the app makes the calls itself. */
const usualPatience = 20_000;

interface Planned {
  readonly operation: ApiOperation;
  /** Path below `/json`, with query. */
  readonly address: string;
  readonly body: string | undefined;
}

function planned<O extends ApiOperation>(operation: O, params: ParamsOf<O>): Planned {
  const { path, query, body } = encodeCall(operation, params);
  const search = query.size > 0 ? `?${query}` : '';
  return { operation, address: path + search, body: body?.toString() };
}

/** Answers a page's calls; a failure is an answer too. `path`: below `/json`. */
export type PageCallHandler = (request: Request, path: string) => Promise<Response>;

/** Makes a call as the page would. Null unless it succeeds. */
export type PreloadRequest = <O extends ApiOperation>(
  operation: O,
  params: ParamsOf<O>,
) => Promise<ResultOf<O> | null>;

/** Renders the first view as HTML before the app has loaded. Neither method throws. */
export interface FirstPaintDrawing {
  /** Renders from the reply to register. */
  readonly byState: (state: Uint8Array, ask: PreloadRequest) => Promise<string>;
  /** Renders from faster replies. Set if the register reply is known to take long. */
  readonly ahead?: ((ask: PreloadRequest) => Promise<string>) | undefined;
}

export interface PreloadedPage {
  readonly request: Request;
  /** Id of the page's account. */
  readonly account: string;
  readonly embedded: boolean;
  readonly answer: PageCallHandler;
  readonly drawing?: FirstPaintDrawing;
  /** Milliseconds; 20,000 by default. */
  readonly patience?: number;
}

/**
 * The state and the first rows of a page, requested before its code has loaded.
 * `client/calls/preloaded-calls` reads the state.
 */
export interface PreloadedCalls {
  /** HTML for the head of the document. */
  readonly headHtml: string;
  /** HTML for the end of the document, as it becomes available. Never throws. */
  blocks(): AsyncIterable<Uint8Array>;
  /**
   * Call if the replies won't be read: deletes the event queue, even one still being registered.
   */
  drop(): void;
}

interface Reply {
  readonly status: number;
  readonly body: Uint8Array;
}

/**
 * Nothing is requested before the head of the document has been sent, because answering could delay
 * it. With the embedded service, a state that takes long is not requested here at all, because it
 * would delay the app's files: the app requests it once it has them.
 */
export function startPreloadedCalls(page: PreloadedPage): PreloadedCalls {
  const { drawing, embedded } = page;
  const ask: PreloadRequest = (operation, params) => readFor(page, operation, params);
  const isRowsAlone = embedded && drawing?.ahead !== undefined;
  let isDropped = false;
  const begin = () => ({
    ahead: drawing?.ahead?.(ask),
    state: isRowsAlone
      ? undefined
      : fetchReply(page, planned(registerQueue, registrationFor(embedded))),
  });
  let begun: ReturnType<typeof begin> | undefined;
  const drop = () => {
    if (isDropped) return;
    isDropped = true;
    void begun?.state?.then((reply) => reply && endQueue(page, reply));
  };
  return {
    headHtml: announcement(isRowsAlone ? undefined : page.account),
    async *blocks() {
      if (isDropped) return;
      const { ahead, state } = (begun = begin());
      const end = deadline(page.patience ?? usualPatience);
      try {
        const html = ahead && (await Promise.race([ahead, end.promise]));
        if (html) yield Buffer.from(html);
        const reply = await Promise.race([state, end.promise]);
        if (!reply) return drop();
        if (reply.status === 200 && !ahead && drawing) {
          const drawn = await Promise.race([drawing.byState(reply.body, ask), end.promise]);
          if (drawn) yield Buffer.from(drawn);
        }
        yield block(reply);
      } finally {
        end.clear();
      }
    },
    drop,
  };
}

async function readFor<O extends ApiOperation>(
  page: PreloadedPage,
  operation: O,
  params: ParamsOf<O>,
): Promise<ResultOf<O> | null> {
  const reply = await fetchReply(page, planned(operation, params));
  try {
    return reply && readReply(operation, reply.status, new TextDecoder().decode(reply.body));
  } catch {
    return null;
  }
}

async function fetchReply(page: PreloadedPage, call: Planned): Promise<Reply | null> {
  const { operation, address, body } = call;
  const { headers, url } = page.request;
  const own = new Headers({ [pageHeader]: '1', [accountHeader]: page.account });
  if (body !== undefined) own.set('content-type', 'application/x-www-form-urlencoded');
  for (const name of ['host', 'accept-language']) {
    const value = headers.get(name);
    if (value !== null) own.set(name, value);
  }
  // The whole document is compressed instead.
  own.set('accept-encoding', 'identity');
  const init = { method: operation.method, headers: own, body: body ?? null };
  const request = new Request(new URL(`/json${address}`, url), init);
  try {
    const reply = await page.answer(request, address.split('?')[0] ?? '');
    if (reply.status >= 500 || !reply.body) {
      await reply.body?.cancel();
      return null;
    }
    return { status: reply.status, body: await readLimitedBody(reply.body, maxReplyBytes) };
  } catch {
    // Interrupted or too long: the app gets the error when it makes the call itself.
    return null;
  }
}

async function endQueue(page: PreloadedPage, { status, body }: Reply): Promise<void> {
  if (status !== 200) return;
  const { queue_id } = JSON.parse(new TextDecoder().decode(body)) as { queue_id?: unknown };
  if (typeof queue_id === 'string') await fetchReply(page, planned(deleteQueue, { queue_id }));
}

/**
 * Tells the page that rows follow, so that it doesn't show its own copy, and whose state, if it
 * follows too.
 */
const announcement = (account: string | undefined) =>
  `<meta name="inkwell-early"${account === undefined ? '' : ` data-account="${inAttribute(account)}"`} />`;

const inAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * JSON that can't close an HTML element: in JSON, `<` occurs only in strings. The closing tag shows
 * that it is complete.
 */
function block({ status, body }: Reply): Uint8Array {
  // As single bytes, which is fast and keeps multi-byte characters intact.
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    .toString('latin1')
    .replaceAll('<', String.raw`\u003c`);
  const tag = `<script type="application/json" id="inkwell-state" data-status="${status}">`;
  return Buffer.from(`${tag}${text}</script>\n`, 'latin1');
}

function deadline(ms: number) {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<null>((resolve) => (timer = setTimeout(resolve, ms, null)));
  timer?.unref();
  return { promise, clear: () => clearTimeout(timer) };
}
