import type { IncomingMessage } from 'node:http';
import type { ServerRequest, ByteSource } from '../service/request/server-request';

/** Node's request in the form the service reads. The host is a placeholder. */
export function serverRequestOf(request: IncomingMessage): ServerRequest {
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
