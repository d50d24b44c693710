import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { EmbeddedService } from '$lib/server/service/service';
import { checkReply } from '../contract/strict';

/** Streamed calls: copying their body would keep all of it in memory. */
const carriesFile = /^\/api\/v1\/(user_uploads|tus)\b/;

/** The service, with every reply checked against its documented shape. */
export function held(service: EmbeddedService): EmbeddedService {
  return {
    ...service,
    async handle(request, origin) {
      const { pathname } = new URL(request.url);
      const canContainName = request.method === 'POST' && !carriesFile.test(pathname);
      const { request: passed, text: form } = canContainName
        ? tapped(request)
        : { request, text: String };
      const response = await service.handle(passed, origin);
      if (!response.headers.get('content-type')?.startsWith('application/json')) return response;
      const text = await unpacked(response.clone());
      if (!text) return response;
      const named =
        request.headers.get('x-http-method-override') ?? new URLSearchParams(form()).get('method');
      const method = named?.toUpperCase() ?? request.method;
      checkReply(method, pathname.replace('/api/v1', ''), response.status, JSON.parse(text));
      return response;
    },
  };
}

/** Decoded, as a client's `fetch` reads it. */
async function unpacked(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const encoding = response.headers.get('content-encoding');
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}

/** The request, and the part of its body that the service has read. */
function tapped(request: Request): { request: Request; text: () => string } {
  if (!request.body) return { request, text: String };
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  const chunks: Uint8Array[] = [];
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        chunks.push(value);
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  const init = { body, duplex: 'half' } as RequestInit;
  return { request: new Request(request, init), text: () => Buffer.concat(chunks).toString() };
}
