import process from 'node:process';
import { runnerImport } from 'vite';
import { root } from '../../src/bin/prepare.js';

// The TypeScript code uses the tests' support; Vite loads both.
const { module } = await runnerImport('./tests/torture/main.ts', {
  root,
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { $lib: `${root}src/lib` } },
});
process.exitCode = await module.main(process.argv.slice(2));
