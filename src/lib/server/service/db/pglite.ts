import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { SQL } from 'drizzle-orm';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeOwnerOnly } from '../owner-only';
import { LogAppendQueue } from './log-append-queue';
import { lockFolder } from './folder-lock';
import { PgliteClient } from './pglite-client';
import { StartFailure } from '../start-failure';
import type { DatabaseStore } from './store';
import { openTransaction, type StatementClient } from './instrument-transaction';

/** Opens PGlite in `dataDir/pgdata`, holding the folder's lock. Throws `StartFailure`. */
export async function openFolder(dataDir: string): Promise<DatabaseStore> {
  const unlock = await lockFolder(dataDir);
  try {
    const folder = join(dataDir, 'pgdata');
    const client = await PgliteClient.open({ folder }).catch(notOpened(folder));
    // PGlite makes its files readable and writable by everyone.
    makeOwnerOnly(folder, { all: true });
    return pgliteStore(client, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** For a folder that it can't read, PGlite only reports that it failed to initialize. */
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
 * A store over an open PGlite. It has only one connection, on which transactions queue up, so it
 * needs no isolation levels, locks between transactions or notices to other processes.
 */
export function pgliteStore(
  client: PgliteClient,
  afterClose: () => void = () => undefined,
): DatabaseStore {
  const listeners: ((text: string) => void)[] = [];
  const logger = {
    logQuery(text: string) {
      for (const listener of listeners) listener(text);
    },
  };
  const open = (one: StatementClient) => drizzle(one as unknown as PGlite, { logger });
  const db = openTransaction(client as StatementClient, open);
  const appends = new LogAppendQueue();
  return {
    kind: 'pglite',
    self: 'alone',
    db,
    transaction: (work) =>
      client.transaction(async (one) => {
        const tx = openTransaction(one as StatementClient, open);
        const appended = appends.begin(tx);
        const result = await work(tx);
        const statements = appended.flatMap((append) => append.statements);
        const last = statements.map(textOf);
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
