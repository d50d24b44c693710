import type { Later } from '../later';
import { encode, headOf, respond, success, type Headers } from './envelope';

/** The way to somebody who waits long: it is kept in place of the request and all that it needs. */
export interface Seat {
  /** From now on the reply comes by `send`; what is given back for the request is its head. */
  take(): void;
  /** Calls back when the asker has gone, with an answer or without. */
  onGone(callback: () => void): void;
  send(headers: Headers, body: Uint8Array): void;
}

interface Ask {
  readonly ignored: readonly string[];
  readonly headers: Headers;
}

/** The answer to a request whose result comes later. */
export function respondLater(
  later: Later<object>,
  request: Request,
  ask: Ask,
  seat: Seat | undefined,
): Promise<Response> {
  if (seat) return Promise.resolve(takeSeat(later, seat, ask, encodingsOf(request)));
  const { signal } = request;
  signal.addEventListener('abort', later.giveUp);
  if (signal.aborted) later.giveUp();
  return new Promise((resolve) => {
    later.whenThere((result) => {
      signal.removeEventListener('abort', later.giveUp);
      resolve(respond(success(result, ask.ignored, ask.headers), request));
    });
  });
}

const encodingsOf = ({ headers }: Request) => headers.get('accept-encoding');

/** Nothing of the request may be named in here: what closes over it keeps it. */
function takeSeat(later: Later<object>, seat: Seat, ask: Ask, accepted: string | null): Response {
  const { ignored } = ask;
  seat.take();
  seat.onGone(later.giveUp);
  later.whenThere((result) => {
    const reply = encode(success(result, ignored, {}).body, accepted);
    if (reply instanceof Promise) void reply.then(({ headers, body }) => seat.send(headers, body));
    else seat.send(reply.headers, reply.body);
  });
  return new Response(null, { headers: headOf(ask.headers) });
}
