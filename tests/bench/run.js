import process from 'node:process';
import { createServer } from 'vite';
import { prepare, root } from '../../src/bin/prepare.js';

// The benches are TypeScript and use the tests' support and the service. Vite loads them, including
// what they import at run time.
await prepare();
const vite = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, watch: null, hmr: false, ws: false },
  optimizeDeps: { noDiscovery: true },
  resolve: { alias: { $lib: `${root}src/lib` } },
});
try {
  const module = await vite.ssrLoadModule('/tests/bench/main.ts');
  process.exitCode = await module.main(process.argv.slice(2));
} finally {
  await vite.close();
}
