import process from 'node:process';
import { runnerImport } from 'vite';
import { root } from '../../src/bin/prepare.js';

// node tests/contract/levels.js FILE: our operations and their parameters against what real servers of
// some levels have.
const { module } = await runnerImport('./tests/contract/server-levels.ts', {
  root,
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { $lib: `${root}src/lib` } },
});
process.exitCode = await module.compareLevels(process.argv[2]);
