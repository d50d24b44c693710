import process from 'node:process';
import { runnerImport } from 'vite';
import { root } from '../../src/bin/prepare.js';

// node tests/contract/facts.js FILE: our operations against the documented ones in an OpenAPI file.
const { module } = await runnerImport('./tests/contract/compare.ts', {
  root,
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { $lib: `${root}src/lib` } },
});
process.exitCode = await module.compare(process.argv[2]);
