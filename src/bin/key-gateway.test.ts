import type { Logger } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer, type ViteDevServer } from 'vite';
import { basic, startTestService, type TestService } from '../../tests/support/service';
import { silentLog } from '../../tests/support/silent-log';
import { createNodeGateway } from '../lib/server/gateway/node-gateway';
import { securityHeaders } from '../lib/server/gateway/security-headers';
import { createMetrics } from '../lib/server/metrics';
import { keyGatewayPlugin } from './key-gateway.js';

let t: TestService;
let vite: ViteDevServer;
let url: string;

beforeAll(async () => {
  t = await startTestService();
  const book = { log: silentLog as unknown as Logger, metrics: createMetrics(async () => null) };
  const nodeGateway = createNodeGateway(t.service, book, securityHeaders(undefined));
  const gateway = keyGatewayPlugin(() => ({ nodeGateway, addressOf: () => '192.0.2.1' }));
  const framework = {
    name: 'framework',
    configureServer: ({ middlewares }: ViteDevServer) =>
      void middlewares.use((_request, response) =>
        response.writeHead(204, { 'x-passed': 'on' }).end(),
      ),
  };
  vite = await createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [gateway, framework],
  });
  await vite.listen();
  url = vite.resolvedUrls!.local[0]!;
});
afterAll(async () => {
  await vite.close();
  await t.service.close();
});

const call = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, url), { ...init, headers: { authorization: basic(t.owner) } });

describe('the development server', () => {
  it('answers calls with a key by the gateway of the built server', async () => {
    const reply = await call('/api/v1/drafts');
    expect(await reply.json()).toMatchObject({ result: 'success', drafts: [] });
    expect(reply.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect(reply.headers.get('x-frame-options')).toBe('DENY');
  });

  it('passes files and everything else on', async () => {
    const body = new FormData();
    body.set('file', new Blob(['text']), 'name.txt');
    const upload = await call('/api/v1/user_uploads', { method: 'POST', body });
    const page = await call('/drafts');
    expect([upload, page].map(({ headers }) => headers.get('x-passed'))).toEqual(['on', 'on']);
  });
});
