import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { findFirefox, findWebKit } from './engines.js';
import { prepare, root } from './prepare.js';

/**
 * `npm test [-- suite…]`: installs what is missing, builds what is old, runs all suites one after
 * the other and ends with the line `N passed, M failed`.
 */

/** @typedef {{ passed: number; failed: number }} Outcome */

const reports = join(root, 'test-results', 'reports');

const suites = {
  unit: () => vitest('unit'),
  pg: () => vitest('pg'),
  browser: () => vitest('browser'),
  e2e: playwright,
};

async function main() {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !(name in suites));
  if (unknown.length > 0) {
    throw new Error(`no suite ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}`);
  }
  await prepare();
  await run(join('node_modules', '@inlang', 'paraglide-js', 'bin', 'run.js'), [
    ...['compile', '--project', './project.inlang', '--outdir', './src/lib/paraglide'],
  ]);
  await provideBrowsers();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });

  const total = { passed: 0, failed: 0 };
  for (const [name, suite] of Object.entries(suites)) {
    if (names.length > 0 && !names.includes(name)) continue;
    process.stdout.write(`\n── ${name}\n`);
    const { passed, failed } = await suite();
    total.passed += passed;
    total.failed += failed;
  }
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

/** @param {string} project @returns {Promise<Outcome>} */
async function vitest(project) {
  const file = join(reports, `${project}.json`);
  const status = await run(join('node_modules', 'vitest', 'vitest.mjs'), [
    ...['run', '--project', project, '--reporter=default', '--reporter=json'],
    `--outputFile.json=${file}`,
    // Only one page of a browser is in front: the others would not have the focus.
    ...(project === 'browser' ? ['--no-file-parallelism'] : []),
  ]);
  const report = read(file);
  /** @type {{ status: string; assertionResults: { status: string }[] }[]} */
  const files = report?.testResults ?? [];
  // A file that fails outside its tests, such as on import, has no failed test to count.
  const broken = files.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  return outcome(status, report?.numPassedTests, (report?.numFailedTests ?? 0) + broken.length);
}

/** @returns {Promise<Outcome>} */
async function playwright() {
  const file = join(reports, 'e2e.json');
  const status = await run(
    join('node_modules', '@playwright', 'test', 'cli.js'),
    ['test', '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  );
  if (status !== 0) tellPages();
  const stats = read(file)?.stats;
  return outcome(status, stats?.expected, (stats?.unexpected ?? 0) + (stats?.flaky ?? 0));
}

/** What was on the page when a journey failed: on another machine there is nothing else to look at. */
function tellPages() {
  const results = join(root, 'test-results');
  for (const journey of existsSync(results) ? readdirSync(results) : []) {
    const told = join(results, journey, 'error-context.md');
    const text = existsSync(told) ? readFileSync(told, 'utf8') : '';
    const page = /^# Error details$.*?(?=^# Test source$)/ms.exec(text)?.[0];
    if (page) process.stdout.write(`\n${journey}\n${page}\n`);
  }
}

/**
 * A runner that ends badly without a failed test still counts as one failure.
 * @param {number} status @param {number | undefined} passed @param {number} failed
 * @returns {Outcome}
 */
function outcome(status, passed, failed) {
  return { passed: passed ?? 0, failed: status !== 0 && failed === 0 ? 1 : failed };
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Chromium is a must. Of the other engines, what can't be had is told and left out. */
async function provideBrowsers() {
  // Loads Playwright, which may have been installed only just now.
  const { findChromium } = await import('./chromium.js');
  const wanted = [
    { name: 'Chromium', find: findChromium, packages: ['chromium'] },
    { name: 'Firefox', find: findFirefox, packages: ['firefox-esr'] },
    { name: 'WebKit', find: findWebKit, packages: ['webkit2gtk-driver', 'xvfb'] },
  ];
  const missing = wanted.filter(({ find }) => !find());
  const debian = spawnSync('apt-get', ['--version']).status === 0 && process.getuid?.() === 0;
  if (missing.length > 0 && debian) {
    aptGet('update');
    for (const { name, packages } of missing) {
      process.stdout.write(`Installing ${name}…\n`);
      aptGet('install', '-y', '--no-install-recommends', ...packages);
    }
  }
  if (!findChromium()) {
    throw new Error('no Chromium found. Run "npx playwright install --with-deps chromium".');
  }
  for (const { name, find, packages } of wanted) {
    if (find()) continue;
    process.stdout.write(`Left out: ${name} (needs Debian's ${packages.join(' and ')}).\n`);
  }
}

/** @param {string[]} args */
function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
}

/**
 * Runs a package's command with this Node and passes its output on. Resolves to its exit code.
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
