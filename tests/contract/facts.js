import process from 'node:process';
import { runnerImport } from 'vite';
import { root } from '../../src/bin/prepare.js';

// node tests/contract/facts.js FILE: compares operations, events and levels with the documented
// ones in an OpenAPI file. With --write: writes the documented shapes to shapes.json.
const { module } = await runnerImport('./tests/contract/compare.ts', {
  root,
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { $lib: `${root}src/lib` } },
});
const [file] = process.argv.slice(2).filter((argument) => argument !== '--write');
const write = process.argv.includes('--write');
process.exitCode = await (write ? module.writeShapes(file) : module.compare(file));
