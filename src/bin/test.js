import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { provideBrowsers } from './browsers.js';
import { changedFiles, commitBefore } from './changes.js';
import { prepare, root } from './prepare.js';
import { projectFiles } from './project-files.js';
import { journeysFor, planOf, suiteFiles } from './test-plan.js';
import { failuresOf, playwrightOutcome, timesOf, vitestOutcome } from './test-report.js';

/**
 * `npm test [-- [--all] [--changed[=commit]] [suite or part of a path]…]`: installs what is
 * missing, builds what is outdated, runs the suites one after the other and ends with the line
 * `N passed, M failed`.
 */

/** @typedef {import('./test-plan.js').Suite} Suite */
/** @typedef {import('./test-report.js').Outcome} Outcome */

const reports = join(root, 'test-results', 'reports');

async function main() {
  const plan = planOf(process.argv.slice(2), projectFiles());
  const since = plan.changed === true ? commitBefore() : plan.changed;
  if (since && plan.suites.has('e2e')) {
    await prepare({ build: false });
    const journeys = await changedJourneys(since, plan.suites.get('e2e') ?? null);
    if (journeys.length > 0) plan.suites.set('e2e', journeys);
    else plan.suites.delete('e2e');
    tell(`Journeys by the names of what changed: ${journeys.join(', ') || 'none'}.`);
    tell('The others are run by npm test -- e2e.');
  }
  await prepare({ build: plan.suites.has('e2e') });
  await run(join('node_modules', '@inlang', 'paraglide-js', 'bin', 'run.js'), [
    ...['compile', '--project', './project.inlang', '--outdir', './src/lib/paraglide'],
  ]);
  // TypeScript's settings don't exist before the first build.
  if (!existsSync(join(root, '.svelte-kit', 'tsconfig.json'))) {
    await run(join('node_modules', '@sveltejs', 'kit', 'svelte-kit.js'), ['sync']);
  }
  if (plan.suites.has('browser') || plan.suites.has('e2e')) await provideBrowsers();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  if (plan.all) process.env['INKWELL_ALL'] = '1';

  /** @type {Map<Suite, Outcome & { seconds: number }>} */
  const outcomes = new Map();
  for (const [name, files] of plan.suites) {
    tell(`\n── ${name}`);
    const start = performance.now();
    const outcome = name === 'e2e' ? await playwright(files) : await vitest(name, files, since);
    outcomes.set(name, { ...outcome, seconds: (performance.now() - start) / 1000 });
  }
  tell(`\n${timesOf(outcomes)}`);
  tell(failuresOf(outcomes.values()));
  let [passed, failed] = [0, 0];
  for (const outcome of outcomes.values()) {
    passed += outcome.passed;
    failed += outcome.failed;
  }
  tell(`${passed} passed, ${failed} failed`);
  // It's only fine that no test ran if nothing had changed.
  process.exitCode = failed > 0 || (passed === 0 && !since) ? 1 : 0;
}

/** @param {string} since @param {string[] | null} wanted */
async function changedJourneys(since, wanted) {
  // Imports modules that might have been installed just now.
  const { readImports } = await import('../../tests/architecture/read-imports.js');
  const { graphOf } = await import('../../tests/architecture/import-cycles.js');
  const files = projectFiles();
  const journeys = wanted ?? files.filter((path) => suiteFiles.e2e.test(path));
  return journeysFor(journeys, changedFiles(since), graphOf(readImports(files, root)));
}

/** @param {Suite} project @param {string[] | null} files @param {string | false} since */
async function vitest(project, files, since) {
  const file = join(reports, `${project}.json`);
  const status = await run(join('node_modules', 'vitest', 'vitest.mjs'), [
    ...['run', '--project', `${project}*`, '--reporter=default', '--reporter=json'],
    `--outputFile.json=${file}`,
    ...(since ? [`--changed=${since}`] : []),
    ...(files ? ['--passWithNoTests', ...files] : []),
  ]);
  return counted(status, vitestOutcome(read(file), root));
}

/** @param {string[] | null} files */
async function playwright(files) {
  const file = join(reports, 'e2e.json');
  const status = await run(
    join('node_modules', '@playwright', 'test', 'cli.js'),
    ['test', '--reporter=list,json', ...(files ?? []).map(asPattern)],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  );
  if (status !== 0) tellPages();
  return counted(status, playwrightOutcome(read(file)));
}

/** @param {string} path */
function asPattern(path) {
  return `${path.replaceAll('.', '\\.')}$`;
}

/** Prints what was on the page when a journey failed: in CI there's nothing else to look at. */
function tellPages() {
  const results = join(root, 'test-results');
  for (const journey of existsSync(results) ? readdirSync(results) : []) {
    const contextFile = join(results, journey, 'error-context.md');
    const text = existsSync(contextFile) ? readFileSync(contextFile, 'utf8') : '';
    const [page = ''] = text.split(/^(?=# Test source$)/m);
    const at = page.search(/^# Error details$/m);
    if (at >= 0) process.stdout.write(`\n${journey}\n${page.slice(at)}\n`);
  }
}

/**
 * A runner that exits with an error but without a failed test still counts as one failure.
 * @param {number} status @param {Outcome} outcome
 * @returns {Outcome}
 */
function counted(status, outcome) {
  return status !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** @param {string} text */
function tell(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * Runs a package's command with this Node and shows its output. Resolves to the exit code.
 * @param {string} script @param {string[]} args @param {Record<string, string>} [env]
 * @returns {Promise<number>}
 */
function run(script, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, script), ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

main().catch((error) => {
  process.stderr.write(`Cannot test: ${error.message}\n`);
  process.exit(1);
});
