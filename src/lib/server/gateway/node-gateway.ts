import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EmbeddedService } from '../service/service';
import { NodePendingReply } from './node-pending-reply';
import { serverRequestOf } from './node-request';
import { logRequest, type RequestLog } from './request-log';
import { operationName } from './operation-name';
import { answerHeaders } from './security-headers';

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
    const { pathname } = new URL(ask.url);
    const operation = operationName(ask.method, pathname.slice(base.length));
    const id = randomUUID();
    const pendingReply = new NodePendingReply(response, always, id);
    let status = 500;
    try {
      const reply = await service.call(ask, { address, request: id, pendingReply });
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
