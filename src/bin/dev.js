import process from 'node:process';
import { createServer } from 'vite';
import { readArguments } from './arguments.js';
import { keyGatewayPlugin } from './key-gateway.js';
import { currentRuntime } from './serve.js';

/** `npm run dev`: Vite's development server with the same runtime as `npm start`. */
async function develop() {
  const { sample } = readArguments(process.argv.slice(2));
  const host = process.env.HOST || '127.0.0.1';
  const port = Number(process.env.PORT || 3000);
  const vite = await createServer({
    server: { host, port, strictPort: true },
    plugins: [keyGatewayPlugin(currentRuntime)],
  });
  // Loads the app's hooks, whose `init` opens the runtime, before the first request.
  const { startRuntime } = await vite.ssrLoadModule('/src/lib/server/runtime.ts');
  await startRuntime();
  const runtime = currentRuntime();
  try {
    await vite.listen();
    if (sample) process.stdout.write(await runtime.makeSample(sample));
  } catch (error) {
    await runtime.close();
    throw error;
  }
  process.stdout.write(`Inkwell is ready for development: ${runtime.config.baseUrl}\n`);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), 4500).unref();
    await runtime.close();
    await vite.close();
    process.exit(0);
  };
  // Vite's own listener would exit immediately, with another code.
  process.removeAllListeners('SIGTERM');
  process.on('SIGTERM', stop).on('SIGINT', stop);
}

develop().catch((error) => {
  process.stderr.write(`Inkwell cannot start: ${error.message}\n`);
  process.exit(1);
});
