import process from 'node:process';
import { runnerImport } from 'vite';
import { root } from '../../src/bin/prepare.js';

// node tests/contract/facts.js FILE: our operations, events and levels against the documented ones in an
// OpenAPI file. With --write: takes the documented shapes over into shapes.json.
const { module } = await runnerImport('./tests/contract/compare.ts', {
  root,
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { $lib: `${root}src/lib` } },
});
const [file] = process.argv.slice(2).filter((argument) => argument !== '--write');
const write = process.argv.includes('--write');
process.exitCode = await (write ? module.writeShapes(file) : module.compare(file));
