import type { Later } from '../later';
import type { Ask, Written } from './ask';
import { encode, headOf, respond, success, type Headers } from './envelope';

/** The way to somebody who waits long: it is kept in place of the request and all that it needs. */
export interface Seat {
  /** From now on the reply comes by `send`; what is given back for the request is its head. */
  take(): void;
  /** Calls back when the asker has gone, with an answer or without. */
  onGone(callback: () => void): void;
  send(headers: Headers, body: Uint8Array<ArrayBuffer>): void;
}

interface Head {
  readonly ignored: readonly string[];
  readonly headers: Headers;
}

/** The answer to a request whose result comes later. */
export function respondLater(
  later: Later<object>,
  request: Ask,
  head: Head,
  seat: Seat | undefined,
): Promise<Written> {
  if (seat) return Promise.resolve(takeSeat(later, seat, head, encodingsOf(request)));
  const { signal } = request;
  signal?.addEventListener('abort', later.giveUp);
  if (signal?.aborted) later.giveUp();
  return new Promise((resolve) => {
    later.whenThere((result) => {
      signal?.removeEventListener('abort', later.giveUp);
      resolve(respond(success(result, head.ignored, head.headers), request));
    });
  });
}

const encodingsOf = ({ headers }: Ask) => headers.get('accept-encoding');

/** Nothing of the request may be named in here: what closes over it keeps it. */
function takeSeat(
  later: Later<object>,
  seat: Seat,
  { ignored, headers }: Head,
  accepted: string | null,
): Written {
  seat.take();
  seat.onGone(later.giveUp);
  later.whenThere((result) => {
    const reply = encode(success(result, ignored, {}).body, accepted);
    if (reply instanceof Promise) void reply.then(({ headers, body }) => seat.send(headers, body));
    else seat.send(reply.headers, reply.body);
  });
  return { status: 200, headers: headOf(headers), body: null };
}
