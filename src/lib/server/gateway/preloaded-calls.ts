import { getChannelFolders } from '$lib/api/channel-folders';
import type { ApiOperation, ParamsOf, ResultOf } from '$lib/api/define-operation';
import { encodeCall } from '$lib/api/encode-call';
import { deleteQueue } from '$lib/api/events';
import { minFeatureLevel } from '$lib/api/feature-level';
import { registerQueue } from '$lib/api/register';
import { readReply } from '$lib/api/read-reply';
import { registrationFor } from '$lib/api/registration';
import { accountHeader } from './session-gateway';
import { readLimitedBody } from './limited-body';
import { pageHeader } from './origin';

/** Bytes of one reply; what is longer the app asks for itself. */
const maxReplyBytes = 64 * 1024 * 1024;
/** Milliseconds after which the document ends, and the app asks itself. */
const usualPatience = 20_000;

/** What a page asks for at once besides the state of the account, by its route. */
const readsOf: Readonly<Record<string, readonly Planned[]>> = {
  '/(app)/inbox': [planned(getChannelFolders, { include_archived: true })],
};

interface Planned {
  readonly operation: ApiOperation;
  /** Below `/json`, with its query. */
  readonly address: string;
  readonly body: string | undefined;
}

function planned<O extends ApiOperation>(operation: O, params: ParamsOf<O>): Planned {
  const { path, query, body } = encodeCall(operation, params);
  const search = query.size > 0 ? `?${query}` : '';
  return { operation, address: path + search, body: body?.toString() };
}

/** The door of our pages: a failure is an answer as well. `path`: below `/json`. */
export type PageCallHandler = (request: Request, path: string) => Promise<Response>;

/** Asks as the page would; null where there is no good answer. */
export type PreloadRequest = <O extends ApiOperation>(
  operation: O,
  params: ParamsOf<O>,
) => Promise<ResultOf<O> | null>;

/** What can be shown before the app is there, as HTML. Neither throws. */
export interface FirstPaintDrawing {
  /** By the reply to register. */
  readonly byState: (state: Uint8Array, ask: PreloadRequest) => Promise<string>;
  /** By quicker replies, where that one is known to be long in coming. */
  readonly ahead?: ((ask: PreloadRequest) => Promise<string>) | undefined;
}

export interface PreloadedPage {
  readonly request: Request;
  /** The id of its route. */
  readonly route: string;
  /** Whose page it is. */
  readonly account: string;
  readonly embedded: boolean;
  readonly answer: PageCallHandler;
  readonly drawing?: FirstPaintDrawing;
  /** Milliseconds; 20,000 unless told. */
  readonly patience?: number;
}

/** The first calls of a page, made before its code is there: `client/calls/preloaded-calls` takes their replies. */
export interface PreloadedCalls {
  /** For the head of the document. */
  readonly headHtml: string;
  /** For the end of the document, as they come. Never throws. */
  blocks(): AsyncIterable<Uint8Array>;
  /** Nobody reads them any more: the event queue ends, also one that is still being made. */
  drop(): void;
}

interface Reply {
  readonly status: number;
  readonly body: Uint8Array;
}

/**
 * The state comes first: what is read later is at least as new as the queue that goes on from it. A state
 * that is long in coming is not asked for in one process: the app does when it has all the files that
 * would be kept waiting; and what is drawn ahead of it waits until the head of the document has gone.
 */
export function startPreloadedCalls(page: PreloadedPage): PreloadedCalls {
  const { drawing, embedded } = page;
  const ask: PreloadRequest = (operation, params) => readFor(page, operation, params);
  const isRowsAlone = embedded && drawing?.ahead !== undefined;
  const calls = isRowsAlone ? [] : callsOf(page);
  let isDropped = false;
  const begin = () => {
    const ahead = drawing?.ahead?.(ask);
    const [register, ...reads] = calls;
    const state = register && fetchReply(page, register);
    const later = reads.map(async (read) =>
      (await state)?.status === 200 ? fetchReply(page, read) : null,
    );
    return { ahead, state, later };
  };
  let begun = isRowsAlone ? null : begin();
  const drop = () => {
    if (isDropped) return;
    isDropped = true;
    void begun?.state?.then((reply) => reply && endQueue(page, reply));
  };
  return {
    headHtml: calls.map((call, at) => announcement(page, call, at)).join('') || rowsAlone,
    async *blocks() {
      if (isDropped) return;
      const { ahead, state, later } = (begun ??= begin());
      const end = deadline(page.patience ?? usualPatience);
      try {
        const html = ahead && (await Promise.race([ahead, end.promise]));
        if (html) yield Buffer.from(html);
        const told = await Promise.race([state, end.promise]);
        if (!told) return drop();
        if (told.status === 200 && !ahead && drawing) {
          const drawn = await Promise.race([drawing.byState(told.body, ask), end.promise]);
          if (drawn) yield Buffer.from(drawn);
        }
        yield block(told, 0);
        for (const [at, pending] of later.entries()) {
          const reply = await Promise.race([pending, end.promise]);
          if (reply) yield block(reply, at + 1);
        }
      } finally {
        end.clear();
      }
    },
    drop,
  };
}

function callsOf({ embedded, route }: PreloadedPage): readonly Planned[] {
  const reads = (readsOf[route] ?? []).filter(
    ({ operation }) => embedded || operation.since <= minFeatureLevel,
  );
  return [planned(registerQueue, registrationFor(embedded)), ...reads];
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
  // The document is packed as a whole.
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
    // Broken off or too long: the app hears why when it asks itself.
    return null;
  }
}

async function endQueue(page: PreloadedPage, { status, body }: Reply): Promise<void> {
  if (status !== 200) return;
  const { queue_id } = JSON.parse(new TextDecoder().decode(body)) as { queue_id?: unknown };
  if (typeof queue_id === 'string') await fetchReply(page, planned(deleteQueue, { queue_id }));
}

function announcement(
  { account }: PreloadedPage,
  { operation, address }: Planned,
  at: number,
): string {
  const attributes = {
    name: 'inkwell-early',
    'data-account': account,
    'data-block': blockId(at),
    content: `${operation.method} /json${address}`,
  };
  const text = Object.entries(attributes).map(([name, value]) => `${name}="${inAttribute(value)}"`);
  return `<meta ${text.join(' ')} />`;
}

/** For the script in `frame.html`. */
const rowsAlone = '<meta name="inkwell-early" content="" />';

const blockId = (at: number) => `inkwell-early-${at}`;

const inAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** JSON that no HTML ends: in JSON `<` stands in texts alone. What follows tells that it is whole. */
function block({ status, body }: Reply, at: number): Uint8Array {
  // As single bytes, which is quick and leaves those of longer characters as they are.
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    .toString('latin1')
    .replaceAll('<', String.raw`\u003c`);
  const tag = `<script type="application/json" id="${blockId(at)}" data-status="${status}">`;
  return Buffer.from(`${tag}${text}</script>\n`, 'latin1');
}

function deadline(ms: number) {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<null>((resolve) => (timer = setTimeout(resolve, ms, null)));
  timer?.unref();
  return { promise, clear: () => clearTimeout(timer) };
}
