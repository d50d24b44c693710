import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EmbeddedService } from '../service/service';
import { logRequest, type RequestLog } from './request-log';
import { answerHeaders } from './security-headers';
import type { EncodedReply, ServerRequest, ByteSource } from '../service/request/server-request';
import type { ReplyHeaders } from '../service/request/envelope';
import type { PendingReply } from '../service/request/pending-reply';

/** Node's request in the form the service reads. The host is a placeholder. */
function serverRequestOf(request: IncomingMessage): ServerRequest {
  const { method = 'GET', url = '/', headers } = request;
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  return {
    method,
    url: `http://inkwell${url}`,
    headers: { get: (name) => headers[name]?.toString() ?? null },
    body: hasBody ? new Body(request) : null,
  };
}

/** Reads one chunk per call; in between, backpressure makes the sender wait. */
class Body implements ByteSource {
  constructor(private readonly request: IncomingMessage) {}

  getReader() {
    return { read: () => this.#read(), releaseLock: () => undefined };
  }

  #read(): Promise<{ value?: Uint8Array }> {
    const { request } = this;
    return new Promise((resolve, reject) => {
      const settle = (then: () => void) => {
        request.pause().off('data', take).off('end', end).off('error', fail).off('close', fail);
        then();
      };
      const take = (value: Uint8Array) => settle(() => resolve({ value }));
      const end = () => settle(() => resolve({}));
      const fail = () => settle(() => reject(request.errored ?? new Error('It broke off.')));
      if (request.readableEnded) return resolve({});
      if (request.destroyed) return fail();
      request.on('data', take).on('end', end).on('error', fail).on('close', fail).resume();
    });
  }
}

/** A reply that only this class writes, now or long after the request was handled. */
class NodePendingReply implements PendingReply {
  #isTaken = false;
  #head: ReplyHeaders | null = null;
  #late: Omit<EncodedReply, 'status'> | null = null;

  /** @param always headers of every reply, alternating names and values */
  constructor(
    private readonly response: ServerResponse,
    private readonly always: readonly string[],
    readonly id: string,
  ) {}

  get isTaken(): boolean {
    return this.#isTaken;
  }

  take(): void {
    this.#isTaken = true;
    // The request has no more data. Once it has ended, its listeners can be freed.
    this.response.req.resume();
  }

  onGone(callback: () => void): void {
    if (this.response.destroyed) callback();
    else this.response.once('close', callback);
  }

  send(headers: ReplyHeaders, body: Uint8Array<ArrayBuffer>): void {
    this.#late = { headers, body };
    this.#sendLate();
  }

  /** Sets the headers of a reply that follows by `send`, or writes a complete reply. */
  write(reply: EncodedReply): void {
    if (!this.#isTaken) return this.#end(reply);
    this.#head = reply.headers;
    this.#sendLate();
  }

  #sendLate(): void {
    if (!this.#head || !this.#late) return;
    const { headers, body } = this.#late;
    this.#end({ status: 200, headers: { ...this.#head, ...headers }, body });
  }

  #end({ status, headers, body }: EncodedReply): void {
    if (this.response.destroyed) return;
    // Node writes a flat list in half the time of an object, which matters when one event goes to
    // thousands of clients.
    const own = Object.entries(headers).flat();
    const head = [...this.always, 'x-request-id', this.id, ...own];
    this.response.writeHead(status, head).end(body);
  }
}

/**
 * Answers a request and returns whether it did. A request it doesn't handle is left untouched.
 * @param address IP address of the client
 */
export type NodeGateway = (
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
) => boolean;

const base = '/api/v1';

/**
 * Handles API calls with a key directly from Node's server, before the framework, whose overhead
 * per call exceeds the cost of most answers. Files go through the framework to the same service
 * (`src/routes/api/v1`).
 */
export function createNodeGateway(
  service: Pick<EmbeddedService, 'call'>,
  book: RequestLog,
  common: Readonly<Record<string, string>>,
): NodeGateway {
  const always = Object.entries(answerHeaders(common)).flat();

  async function answer(request: IncomingMessage, response: ServerResponse, address: string) {
    const started = performance.now();
    const ask = serverRequestOf(request);
    const id = randomUUID();
    const pendingReply = new NodePendingReply(response, always, id);
    let status = 500;
    let operation = 'unknown';
    const named = (id: string) => (operation = id);
    try {
      const reply = await service.call(ask, { address, request: id, pendingReply, named });
      status = reply.status;
      pendingReply.write(reply);
    } catch (error) {
      book.log.error({ request: id, error }, 'gateway failed');
      response.destroy();
    }
    const line = { request: id, operation, status };
    if (pendingReply.isTaken) pendingReply.onGone(logRequest.bind(null, book, line, started));
    else logRequest(book, line, started);
  }

  return (request, response, address) => {
    if (!isCall(request)) return false;
    void answer(request, response, address);
    return true;
  };
}

function isCall({ url = '', method, headers }: IncomingMessage): boolean {
  if (!url.startsWith(`${base}/`) || /^\/api\/v1\/tus(\/|\?|$)/.test(url)) return false;
  const isForm = /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
  return method === 'GET' || !isForm;
}
