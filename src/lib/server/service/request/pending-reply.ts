import type { DeferredResult } from '../deferred';
import type { ServerRequest, EncodedReply } from './server-request';
import {
  encodeBody,
  replyHeadOf,
  encodeEnvelope,
  successEnvelope,
  type ReplyHeaders,
} from './envelope';

/** The way to somebody who waits long: it is kept in place of the request and all that it needs. */
export interface PendingReply {
  /** From now on the reply comes by `send`; what is given back for the request is its head. */
  take(): void;
  /** Calls back when the asker has gone, with an answer or without. */
  onGone(callback: () => void): void;
  send(headers: ReplyHeaders, body: Uint8Array<ArrayBuffer>): void;
}

interface Head {
  readonly ignored: readonly string[];
  readonly headers: ReplyHeaders;
}

/** The answer to a request whose result comes later. */
export function respondDeferred(
  later: DeferredResult<object>,
  request: ServerRequest,
  head: Head,
  seat: PendingReply | undefined,
): Promise<EncodedReply> {
  if (seat) return Promise.resolve(takePendingReply(later, seat, head, encodingsOf(request)));
  const { signal } = request;
  signal?.addEventListener('abort', later.giveUp);
  if (signal?.aborted) later.giveUp();
  return new Promise((resolve) => {
    later.onResult((result) => {
      signal?.removeEventListener('abort', later.giveUp);
      resolve(encodeEnvelope(successEnvelope(result, head.ignored, head.headers), request));
    });
  });
}

const encodingsOf = ({ headers }: ServerRequest) => headers.get('accept-encoding');

/** Nothing of the request may be named in here: what closes over it keeps it. */
function takePendingReply(
  later: DeferredResult<object>,
  seat: PendingReply,
  { ignored, headers }: Head,
  accepted: string | null,
): EncodedReply {
  seat.take();
  seat.onGone(later.giveUp);
  later.onResult((result) => {
    const reply = encodeBody(successEnvelope(result, ignored, {}).body, accepted);
    if (reply instanceof Promise) void reply.then(({ headers, body }) => seat.send(headers, body));
    else seat.send(reply.headers, reply.body);
  });
  return { status: 200, headers: replyHeadOf(headers), body: null };
}
