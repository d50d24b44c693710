import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, linkSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const marker = join(root, 'build', '.sources');
const lock = join(root, '.preparing');

/**
 * Installs and builds what is missing or outdated. Reports slow steps on stdout; errors are one
 * line. `again`: builds in any case.
 * @param {{ build?: boolean; again?: boolean }} [wanted]
 */
export async function prepare({ build = true, again = false } = {}) {
  if (!again && isPrepared(build)) return;
  const release = await holdFolder();
  try {
    if (again) rmSync(marker, { force: true });
    await prepareAlone(build);
  } finally {
    release();
  }
}

/** @param {boolean} build */
function isPrepared(build) {
  return dependenciesAreInstalled() && (!build || builtFrom() === hashOfSources());
}

/** @param {boolean} build */
async function prepareAlone(build) {
  if (!dependenciesAreInstalled()) {
    process.stdout.write('Installing dependencies…\n');
    // Not `npm ci`: it rejects a lockfile without the binaries for every other platform, which npm
    // omits if a registry doesn't have them. This installs the locked versions and writes nothing
    // back.
    const options = ['--no-save', '--include=dev', '--no-audit', '--no-fund'];
    await run('npm', ['install', ...options], 'installing dependencies');
  }
  if (!build) return;
  const sources = hashOfSources();
  if (builtFrom() === sources) return;
  process.stdout.write('Building…\n');
  // Removed first, so that an interrupted build doesn't count as complete.
  rmSync(marker, { force: true });
  await run(
    process.execPath,
    [join('node_modules', 'vite', 'bin', 'vite.js'), 'build'],
    'building',
  );
  writeFileSync(marker, sources);
}

/**
 * If two commands start at the same time, one installs and builds, and the other waits for it. The
 * lock of a process that no longer runs is taken over.
 */
async function holdFolder() {
  const own = `${lock}-${process.pid}`;
  let hasWarned = false;
  while (!take(own)) {
    const holder = Number(readIfThere(lock));
    if (!runs(holder)) {
      rmSync(lock, { force: true });
      continue;
    }
    if (!hasWarned) {
      process.stdout.write(`Waiting for process ${holder}, which installs or builds here…\n`);
      hasWarned = true;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return () => rmSync(lock, { force: true });
}

/**
 * Whether this process got the lock. A link appears together with its content, so no other process
 * can read a lock without its owner.
 * @param {string} own a path that only this process uses
 */
function take(own) {
  try {
    writeFileSync(own, String(process.pid));
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/** @param {number} pid */
function runs(pid) {
  if (!pid || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @param {string} path */
function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/**
 * Whether node_modules has everything in package-lock.json. Compares with npm's own record of what
 * it installed, so any npm command that installs counts.
 */
export function dependenciesAreInstalled() {
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  const locked = packagesOf(join(root, 'package-lock.json'));
  if (!installed || !locked) return false;
  return Object.entries(locked).every(
    ([path, { version, optional, link }]) =>
      path === '' || link || installed[path]?.version === version || (optional && !installed[path]),
  );
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string; optional?: boolean; link?: boolean }> | undefined}
 */
function packagesOf(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined;
}

function builtFrom() {
  return readIfThere(marker);
}

/** Hashes the content of everything a build reads: file times mean nothing after a checkout. */
function hashOfSources() {
  const hash = createHash('sha256');
  for (const path of sourceFiles()) {
    hash.update(path.split(sep).join('/')).update('\0');
    hash.update(readFileSync(join(root, path))).update('\0');
  }
  return hash.digest('hex');
}

function sourceFiles() {
  const here = readdirSync(root, { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        /^package(-lock)?\.json$|\.(config|internals)\.[jt]s$|^tsconfig/.test(entry.name),
    )
    .map((entry) => entry.name);
  const below = ['src', 'static', 'messages'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length)),
  );
  const generated = join('src', 'lib', 'paraglide') + sep;
  const commands = join('src', 'bin') + sep;
  // The build itself writes the rest of that folder.
  const translation = join('project.inlang', 'settings.json');
  return [...here, ...below, translation]
    .filter((path) => !path.startsWith(generated) && !path.startsWith(commands))
    .filter((path) => !/\.test\.[jt]s$/.test(path))
    .sort();
}

/**
 * Runs a command; only shows its output if it fails.
 * @param {string} command
 * @param {string[]} parameters
 * @param {string} purpose
 */
function run(command, parameters, purpose) {
  return /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      // Test runners and shells set another value, which would make a development build.
      const env = { ...process.env, NODE_ENV: 'production' };
      const child = spawn(command, parameters, {
        cwd: root,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text) => (output = (output + text).slice(-8000)));
      }
      const stop = () => child.kill();
      process.once('SIGTERM', stop).once('SIGINT', stop);
      child.once('error', (error) => reject(new Error(`${purpose} failed: ${error.message}`)));
      child.once('close', (code, signal) => {
        process.off('SIGTERM', stop).off('SIGINT', stop);
        if (signal) {
          rmSync(lock, { force: true });
          process.exit(143);
        }
        if (code === 0) return resolve();
        process.stderr.write(output);
        reject(new Error(`${purpose} failed (${command} ended with code ${code}); see above.`));
      });
    })
  );
}
