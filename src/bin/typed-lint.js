import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { root } from './prepare.js';

/**
 * Runs the lint rules that need types on components. ESLint would take minutes, and oxlint only
 * reads modules, so it checks the modules that `svelte-check --incremental` has just generated from
 * the components.
 */

const folder = join('.svelte-kit', '.svelte-check', 'svelte');

const modules = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  .filter((path) => basename(path).startsWith('++') && path.endsWith('.svelte.ts'))
  .map((path) => join(folder, path));
if (modules.length === 0) throw new Error(`no component in ${folder}`);

const oxlint = join('node_modules', 'oxlint', 'bin', 'oxlint');
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [oxlint, '--config', '.oxlintrc.components.json', ...modules],
  { cwd: root, encoding: 'utf8', maxBuffer: Infinity },
);
process.stderr.write(stderr);
if (status !== 0) {
  process.stdout.write(stdout.replaceAll('++', ''));
  process.stdout.write(`Lines count in the modules that svelte-check made in ${folder}.\n`);
}
process.exitCode = status ?? 1;
