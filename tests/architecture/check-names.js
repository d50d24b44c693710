import { readFileSync } from 'node:fs';
import process from 'node:process';
import { root } from '../../src/bin/prepare.js';
import { projectFiles } from '../../src/bin/project-files.js';
import { countNames, exportsOf, nameFaults } from './export-names.js';

/** `npm run check:names` checks the exports of src/lib against the naming rules; `-- --count` prints counts. */

const product = /^src\/lib\/(?!paraglide\/).*\.(?:ts|svelte)$/;
const exports = projectFiles()
  .filter((file) => product.test(file) && !/\.(?:test|d)\.ts$/.test(file))
  .flatMap((file) => exportsOf(file, readFileSync(`${root}${file}`, 'utf8')));

if (process.argv.includes('--count')) {
  process.stdout.write(`${JSON.stringify(countNames(exports), null, 2)}\n`);
}
const faults = nameFaults(exports);
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
