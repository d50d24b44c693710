import type { DeferredResult } from '../deferred';
import type { ServerRequest, EncodedReply } from './server-request';
import {
  encodeBody,
  replyHeadOf,
  encodeEnvelope,
  successEnvelope,
  type ReplyHeaders,
} from './envelope';

/**
 * A connection on which a reply comes later. Kept instead of the request and all that it refers to.
 */
export interface PendingReply {
  /** After this call, the body is sent with `send`, and the returned reply is only the head. */
  take(): void;
  /** Calls back when the connection closes, with or without a reply. */
  onGone(callback: () => void): void;
  send(headers: ReplyHeaders, body: Uint8Array<ArrayBuffer>): void;
}

interface Head {
  readonly ignored: readonly string[];
  readonly headers: ReplyHeaders;
}

/** The reply to a request whose result comes later. */
export function respondDeferred(
  later: DeferredResult<object>,
  request: ServerRequest,
  head: Head,
  pendingReply: PendingReply | undefined,
): Promise<EncodedReply> {
  if (pendingReply)
    return Promise.resolve(takePendingReply(later, pendingReply, head, encodingsOf(request)));
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

/** Nothing in here may refer to the request, because a closure over it would keep it in memory. */
function takePendingReply(
  later: DeferredResult<object>,
  pendingReply: PendingReply,
  { ignored, headers }: Head,
  accepted: string | null,
): EncodedReply {
  pendingReply.take();
  pendingReply.onGone(later.giveUp);
  later.onResult((result) => {
    const reply = encodeBody(successEnvelope(result, ignored, {}).body, accepted);
    if (reply instanceof Promise)
      void reply.then(({ headers, body }) => pendingReply.send(headers, body));
    else pendingReply.send(reply.headers, reply.body);
  });
  return { status: 200, headers: replyHeadOf(headers), body: null };
}
