import process from 'node:process';
import { runnerImport } from 'vite';
import { root } from '../../src/bin/prepare.js';

// node tests/contract/markdown.js FILE: compares our HTML with another server's, from a file of
// cases.
const { module } = await runnerImport('./tests/contract/markdown-cases.ts', {
  root,
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { $lib: `${root}src/lib` } },
});
const { agree, of } = await module.compare(process.argv[2]);
console.log(`${agree} of ${of} agree`);
