import process from 'node:process';
import { root } from '../../src/bin/prepare.js';
import { projectFiles } from '../../src/bin/project-files.js';
import { readImports } from './read-imports.js';
import { barrelFiles, newFileCycles, newFolderCycles, forbiddenImports } from './boundary-rules.js';
import { knownCycles } from './module-boundaries.js';

/** `npm run check:boundaries` checks imports against the table and prints import cycles. */

const files = projectFiles();
const imports = readImports(files, root);
const faults = [
  ...barrelFiles(files),
  ...forbiddenImports(imports),
  ...newFileCycles(imports, knownCycles.files),
  ...newFolderCycles(imports, knownCycles.folders),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
