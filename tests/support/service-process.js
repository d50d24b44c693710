import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

/**
 * A service in a process of its own, for tests: `node service-process.js`, with DATABASE_URL set.
 * Prints its address and runs until it is killed.
 */
const vite = await createServer({
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, watch: null, hmr: false, ws: false },
  optimizeDeps: { noDiscovery: true },
  resolve: { alias: { $lib: fileURLToPath(new URL('../../src/lib', import.meta.url)) } },
});
const { openService } = await vite.ssrLoadModule('/src/lib/server/service/service.ts');
const { silentLog } = await vite.ssrLoadModule('/tests/support/silent-log.ts');
const { folderOfTheKilled, testFiles } = await vite.ssrLoadModule('/tests/support/files.ts');
const { held } = await vite.ssrLoadModule('/tests/support/held.ts');
const { listen } = await vite.ssrLoadModule('/tests/support/socket.ts');

const service = await openService({
  dataDir: '',
  databaseUrl: process.env.DATABASE_URL,
  baseUrl: 'http://localhost',
  files: testFiles({}, { folder: folderOfTheKilled }),
  log: silentLog,
  rateLimits: null,
});
const { url } = await listen(held(service));
process.stdout.write(`${url}\n`);
