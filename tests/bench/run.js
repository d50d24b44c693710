import process from 'node:process';
import { runnerImport } from 'vite';
import { prepare, root } from '../../src/bin/prepare.js';

// The benches are TypeScript and use the tests' support; Vite loads both.
await prepare();
const { module } = await runnerImport('./tests/bench/main.ts', {
  root,
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { $lib: `${root}src/lib` } },
});
process.exitCode = await module.main(process.argv.slice(2));
