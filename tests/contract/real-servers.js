import process from 'node:process';
import { runnerImport } from 'vite';
import { root } from '../../src/bin/prepare.js';

// Checks recordings of real servers against the contract and the tests' strict servers.
// node tests/contract/real-servers.js LEVELS REPLIES: two files, the routes and parameters of some
// levels, and the replies of one. With --write: stores what the strict servers need of them.
/** @param {string} name */
const read = async (name) => {
  const { module } = await runnerImport(`./tests/contract/${name}.ts`, {
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { $lib: `${root}src/lib` } },
  });
  return module;
};
const [levels, replies] = process.argv.slice(2).filter((argument) => argument !== '--write');
const write = process.argv.includes('--write');
const codes = [
  await (await read('server-levels')).compareLevels(levels),
  await (await read('replies')).readRecorded(replies),
  await (await read('stand-in')).compareStandIn(levels, replies, write),
];
process.exitCode = Math.max(...codes);
