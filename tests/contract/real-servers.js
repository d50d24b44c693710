import process from 'node:process';
import { runnerImport } from 'vite';
import { root } from '../../src/bin/prepare.js';

// What was recorded of real servers, against the contract.
// node tests/contract/recorded.js levels FILE: the routes and parameters of each level.
// node tests/contract/recorded.js replies FILE: the replies and events of one.
const [kind, file] = process.argv.slice(2);
const read = async (path) => {
  const { module } = await runnerImport(path, {
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { $lib: `${root}src/lib` } },
  });
  return module;
};
process.exitCode =
  kind === 'levels'
    ? await (await read('./tests/contract/server-levels.ts')).compareLevels(file)
    : await (await read('./tests/contract/recorded.ts')).readRecorded(file);
