import { PGlite } from '@electric-sql/pglite';
import { drizzle, PgliteSession, PgliteTransaction } from 'drizzle-orm/pglite';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { SQL } from 'drizzle-orm';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { makeOwnerOnly } from '../owner-only';
import { LogAppendQueue } from './log-append-queue';
import { lockFolder } from './folder-lock';
import { withCachedPlans } from './pglite-plans';
import { StartFailure } from '../start-failure';
import type { DrizzleDatabase, DatabaseTransaction, DatabaseStore } from './store';
import { instrumentTransaction } from './instrument-transaction';

/** Keeps a process with PGlite near 215 MB instead of 300 MB. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/** PGlite in `dataDir/pgdata`, under the folder's lock. Throws `StartFailure`. */
export async function openFolder(dataDir: string): Promise<DatabaseStore> {
  const unlock = await lockFolder(dataDir);
  try {
    const folder = join(dataDir, 'pgdata');
    const client = await PGlite.create(folder, { startParams }).catch(notOpened(folder));
    // It makes its files readable and writable by everyone.
    makeOwnerOnly(folder, { all: true });
    return pgliteStore(client, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** PGlite says no more of a folder that it can't read than that it could not begin. */
const notOpened = (folder: string) => async (error: unknown) => {
  if (!(error instanceof Error) || !error.message.includes('failed to initialize')) throw error;
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '');
  const made = /^\d+$/.test(version.trim()) ? ` It was made by PostgreSQL ${version.trim()}.` : '';
  throw new StartFailure(
    'unreadable',
    `The database in ${folder} cannot be read by the built-in PostgreSQL.${made} Restore it from a backup, or choose another folder with DATA_DIR.`,
    { cause: error },
  );
};

/**
 * A store over an open PGlite. It has one connection, on which transactions queue up, so isolation,
 * locks between transactions and notices to other processes are not needed.
 */
export function pgliteStore(
  client: PGlite,
  afterClose: () => void = () => undefined,
): DatabaseStore {
  const listeners: ((text: string) => void)[] = [];
  const logger = {
    logQuery(text: string) {
      for (const listener of listeners) listener(text);
    },
  };
  const plans = withCachedPlans(client);
  const db = drizzle(plans as unknown as PGlite, { logger }) as unknown as DrizzleDatabase;
  const appends = new LogAppendQueue();
  return {
    kind: 'pglite',
    self: 'alone',
    db,
    transaction: (work) =>
      plans.transaction(async (one) => {
        const session = new PgliteSession(one as PGlite, dialect, undefined, { logger });
        const outer = new PgliteTransaction(
          dialect,
          session,
          undefined,
        ) as unknown as DatabaseTransaction;
        const tx = instrumentTransaction(outer, breathing());
        const appended = appends.begin(tx);
        const result = await work(tx);
        const statements = appended.flatMap((append) => append.statements);
        // The others get their turn between two.
        for (const statement of statements.slice(0, -1)) await tx.execute(statement);
        const last = statements.slice(-1).map(textOf);
        for (const { text } of last) logger.logQuery(text);
        return { result, last };
      }),
    onStatement: (listener) => void listeners.push(listener),
    append: (tx, append) => appends.add(tx, append),
    settle: () => Promise.resolve(),
    notify: () => Promise.resolve(),
    listen: () => Promise.resolve(),
    async close() {
      await client.close();
      afterClose();
    },
  };
}

const dialect = new PgDialect();

function textOf(statement: SQL): { text: string; values: unknown[] } {
  const { sql: text, params: values } = dialect.sqlToQuery(statement);
  return { text, values };
}

/** Milliseconds for which a transaction may hold the process before others get their turn. */
const breath = 20;

/** Statements run in this process and give no turn to the others by themselves. */
function breathing(): () => Promise<void> | void {
  let since: number | undefined;
  return () => {
    const now = performance.now();
    if (since === undefined) {
      since = now;
      setImmediate(() => (since = undefined));
    }
    if (now - since > breath) return turn();
  };
}
