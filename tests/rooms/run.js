import { readFileSync, readdirSync } from 'node:fs';
import { relative, sep } from 'node:path';
import process from 'node:process';
import { root } from '../../src/bin/prepare.js';
import { importsOf } from './imports.js';
import { barrels, circularFiles, circularFolders, misplaced } from './rules.js';
import { knots } from './table.js';

/** `npm run check:rooms`: who imports whom, held to the table of rooms. Circles are printed. */

const code = /\.([jt]s|svelte)$/;
const generated = /^src\/lib\/paraglide\//;

function sources() {
  const here = readdirSync(root, { withFileTypes: true });
  const below = ['src', 'tests'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, withFileTypes: true }),
  );
  return [...here, ...below]
    .filter((entry) => entry.isFile() && code.test(entry.name))
    .map((entry) => relative(root, `${entry.parentPath}/${entry.name}`).split(sep).join('/'))
    .filter((path) => !generated.test(path));
}

const files = new Set(sources());
const imports = [...files].flatMap((path) =>
  importsOf(path, readFileSync(`${root}${path}`, 'utf8'), (other) => files.has(other)),
);
const faults = [
  ...barrels(files),
  ...misplaced(imports),
  ...circularFiles(imports, knots.files),
  ...circularFolders(imports, knots.folders),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
