import { readdirSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { root } from './prepare.js';

const code = /\.([jt]s|svelte)$/;
const generated = /^src\/lib\/paraglide\//;

/** Paths of all code in the project, including tests and configuration, without generated files. */
export function projectFiles() {
  const here = readdirSync(root, { withFileTypes: true });
  const below = ['src', 'tests'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, withFileTypes: true }),
  );
  return [...here, ...below]
    .filter((entry) => entry.isFile() && code.test(entry.name))
    .map((entry) => relative(root, `${entry.parentPath}/${entry.name}`).split(sep).join('/'))
    .filter((path) => !generated.test(path))
    .sort();
}
