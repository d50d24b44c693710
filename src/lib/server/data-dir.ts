import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { ServiceLog } from './service/log';
import { makeOwnerOnly } from './service/owner-only';
import { StartProblem } from './start-problem';

/**
 * Creates the data folder if it is missing and restricts it to its owner; if the file system
 * doesn't allow that, it only warns. Throws `StartProblem`.
 */
export function prepareDataDir(dataDir: string, log: ServiceLog, chmod = chmodSync): void {
  let refused: string | undefined;
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    // On a read-only file system, root passes the check above.
    const probe = join(dataDir, `.writable-${process.pid}`);
    writeFileSync(probe, '', { mode: 0o600 });
    rmSync(probe);
    refused = makeOwnerOnly(dataDir, { chmod });
  } catch (error) {
    throw new StartProblem(
      `DATA_DIR ${dataDir} cannot be written (${reason(error)}); make it writable or choose another folder.`,
    );
  }
  if (refused !== undefined) {
    log.warn(
      { folder: dataDir, code: refused },
      'the access rights of the data folder could not be changed; other users of this machine may be able to read it',
    );
  }
}

/**
 * Creates one folder at a time: where none can be created, for example in `/proc`, Node's
 * `recursive` option never returns.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process created it first.
    if (reason(error) !== 'EEXIST') throw error;
  }
}

/**
 * The secret that seals sessions, stored in the data folder (mode 600) so that sessions survive a
 * restart.
 */
export function loadOrCreateSessionSecret(dataDir: string): string {
  const path = join(dataDir, 'session-secret');
  try {
    // `wx`: if two processes start simultaneously, one creates it and both read the same.
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
