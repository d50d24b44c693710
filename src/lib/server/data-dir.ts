import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { makeOwnerOnly } from './service/owner-only';
import { StartProblem } from './start-problem';

/** Makes the data folder where it is missing, and keeps others out of it. Throws `StartProblem`. */
export function prepareDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    // Root passes the check above on a read-only file system.
    const probe = join(dataDir, `.writable-${process.pid}`);
    writeFileSync(probe, '', { mode: 0o600 });
    rmSync(probe);
    makeOwnerOnly(dataDir);
  } catch (error) {
    throw new StartProblem(
      `DATA_DIR ${dataDir} cannot be written (${reason(error)}); make it writable or choose another folder.`,
    );
  }
}

/** One after the other: where there can be none, as in `/proc`, Node's own `recursive` tries forever. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process was faster.
    if (reason(error) !== 'EEXIST') throw error;
  }
}

/** The secret that seals sessions, kept in the data folder (mode 600) so that they outlive a restart. */
export function keepSessionSecret(dataDir: string): string {
  const path = join(dataDir, 'session-secret');
  try {
    // `wx`: of two processes that start at once, one makes it and both read the same.
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (reason(error) !== 'EEXIST') {
      throw new StartProblem(
        `${path} cannot be written (${reason(error)}); make it writable or set SESSION_SECRET.`,
      );
    }
  }
  const secret = readSecret(path);
  if (secret.length < 32) {
    throw new StartProblem(
      `${path} holds fewer than 32 characters; delete it (everyone has to sign in again) or set SESSION_SECRET.`,
    );
  }
  return secret;
}

function readSecret(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new StartProblem(
      `${path} cannot be read (${reason(error)}); make it readable or set SESSION_SECRET.`,
    );
  }
}

function reason(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : String(error);
}
