import process from 'node:process';
import { root } from '../../src/bin/prepare.js';
import { projectFiles } from '../../src/bin/project-files.js';
import { readImports } from './imports.js';
import { barrels, circularFiles, circularFolders, misplaced } from './rules.js';
import { knots } from './table.js';

/** `npm run check:rooms`: who imports whom, held to the table of rooms. Circles are printed. */

const files = projectFiles();
const imports = readImports(files, root);
const faults = [
  ...barrels(files),
  ...misplaced(imports),
  ...circularFiles(imports, knots.files),
  ...circularFolders(imports, knots.folders),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
