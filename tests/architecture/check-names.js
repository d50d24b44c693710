import { readFileSync } from 'node:fs';
import process from 'node:process';
import { root } from '../../src/bin/prepare.js';
import { projectFiles } from '../../src/bin/project-files.js';
import { countNames, exportsOf, nameFaults } from './export-names.js';
import { pendingFlagFaults } from './pending-flags.js';
import { roleNumberFaults } from './role-numbers.js';

/** `npm run check:names` checks the exports of src/lib against the naming rules, and that roles have names and no component its own busy flag; `-- --count` prints counts. */

const product = /^src\/lib\/(?!paraglide\/).*\.(?:ts|svelte)$/;
const sources = projectFiles()
  .filter((file) => product.test(file) && !/\.(?:test|d)\.ts$/.test(file))
  .map((file) => ({ file, source: readFileSync(`${root}${file}`, 'utf8') }));
const exports = sources.flatMap(({ file, source }) => exportsOf(file, source));

if (process.argv.includes('--count')) {
  process.stdout.write(`${JSON.stringify(countNames(exports), null, 2)}\n`);
}
const faults = [
  ...nameFaults(exports),
  ...sources.flatMap(({ file, source }) => pendingFlagFaults(file, source)),
  ...sources.flatMap(({ file, source }) =>
    file.startsWith('src/lib/api/') ? [] : roleNumberFaults(file, source),
  ),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
