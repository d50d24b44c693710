import { drizzle, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartFailure } from '../start-failure';
import { processLockStatement } from './process-lock';
import { LogAppendQueue } from './log-append-queue';
import { inBatches } from './batches';
import { PostgresConnection, ConnectionLostError, connectionString } from './postgres-connection';
import { PostgresListener } from './postgres-listener';
import { isRetryable, sqlStateOf } from './sqlstate';
import type {
  LogAppend,
  DrizzleDatabase,
  IsolationLevel,
  StoreNotification,
  DatabaseStore,
  DatabaseTransaction,
} from './store';

const channel = 'inkwell';
const attempts = 6;

/** Milliseconds that statements have to end when the store is closed. */
const maxCloseMilliseconds = 5_000;

/** PostgreSQL by URL, with a pool of ten connections and one that listens. Throws `StartFailure`. */
export async function openPostgres(url: string): Promise<DatabaseStore> {
  const address = connectionString(url);
  const pool = new pg.Pool({
    ...{ connectionString: address, max: 10, Client: PostgresConnection },
    // What is planned on a connection is worth keeping.
    idleTimeoutMillis: 0,
  });
  // One that idles may be cut at any time; the pool makes another.
  pool.on('error', () => undefined);
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw new StartFailure(
      'unreachable',
      `The database of DATABASE_URL cannot be reached (${reasonOf(error)}). Start it, or correct DATABASE_URL.`,
      { cause: error },
    );
  }
  const db = drizzle(pool) as unknown as DrizzleDatabase;
  const self = randomUUID();
  const appends = new LogAppendQueue();
  let listener: PostgresListener | undefined;
  let closing: Promise<void> | undefined;

  // A commit that waits for the disk makes every commit before it durable as well.
  const settle = inBatches(async () => {
    await pool.query({
      text: "select pg_logical_emit_message(true, $1, '')",
      values: [channel],
    });
  });
  const send = inBatches(async (notices: readonly StoreNotification[]) => {
    const payloads = notices
      .flatMap(partsOf)
      .map((notice) => JSON.stringify({ from: self, ...notice }));
    await pool.query('select pg_notify($1, payload) from unnest($2::text[]) payload', [
      channel,
      [...new Set(payloads)],
    ]);
  });

  return {
    kind: 'postgres',
    self,
    db,
    async transaction(work, isolation = 'read committed') {
      let appended: readonly LogAppend[] = [];
      const begin = (tx: DatabaseTransaction) => (appended = appends.begin(tx));
      const result = await retried(() =>
        onOne(pool, (one) => inTransaction(one, isolation, begin, work)),
      );
      if (appended.length === 0) return result;
      await settle();
      // Nobody waits for it: should it get lost, the others look for themselves within a second.
      for (const { realm_id, due } of appended) {
        const notice = { kind: 'events', realm_id, ...(due !== undefined && { due }) } as const;
        void send(notice).catch(() => undefined);
      }
      return result;
    },
    append: (tx, append) => appends.add(tx, append),
    settle: () => settle(),
    notify: send,
    async listen(onNotice, onGap) {
      const onPayload = (payload: string) => {
        const { from, ...notice } = JSON.parse(payload) as StoreNotification & { from: string };
        if (from !== self) onNotice(notice as StoreNotification);
      };
      listener = new PostgresListener(address, channel, processLockStatement(self), {
        onPayload,
        onGap,
      });
      await listener.open();
    },
    close: () => (closing ??= close()),
  };

  async function close(): Promise<void> {
    await listener?.close();
    await Promise.race([pool.end(), pause(maxCloseMilliseconds, undefined, { ref: false })]);
  }
}

/** What is told at once has to be shorter than 8,000 bytes. */
const maxIdsPerNotification = 150;

function partsOf(notice: StoreNotification): StoreNotification[] {
  if (notice.kind === 'events') return [notice];
  const { kind, queue_ids } = notice;
  return Array.from({ length: Math.ceil(queue_ids.length / maxIdsPerNotification) }, (_, at) => ({
    kind,
    queue_ids: queue_ids.slice(at * maxIdsPerNotification, (at + 1) * maxIdsPerNotification),
  }));
}

/** Runs `work` on one connection, which is given back whatever happens. Throws `ConnectionLostError`. */
async function onOne<T>(pool: pg.Pool, work: (one: PostgresConnection) => Promise<T>): Promise<T> {
  const connection = (await pool.connect().catch((error: unknown) => {
    throw sqlStateOf(error) === undefined ? new ConnectionLostError(error) : error;
  })) as unknown as PostgresConnection & pg.PoolClient;
  try {
    return await work(connection);
  } catch (error) {
    throw connection.isLost ? new ConnectionLostError(error) : error;
  } finally {
    connection.release();
  }
}

const dialect = new PgDialect();

/**
 * One transaction in as few turns as can be: what begins it goes out with its first statement, and
 * what was appended with the commit.
 */
async function inTransaction<T>(
  one: PostgresConnection,
  isolation: IsolationLevel,
  begin: (tx: DatabaseTransaction) => readonly LogAppend[],
  work: (tx: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  const session = new NodePgSession(one, dialect, undefined);
  const tx = new NodePgTransaction(dialect, session, undefined) as unknown as DatabaseTransaction;
  const appended = begin(tx);
  const begun = one.run(
    isolation === 'read committed' ? 'begin' : `begin isolation level ${isolation}`,
  );
  // Whoever waits for it may come later than its failure.
  begun.catch(() => undefined);
  try {
    const result = await work(tx);
    await begun;
    const last = appended
      .flatMap(({ statements }) => statements)
      .map((statement) => {
        const { sql, params } = dialect.sqlToQuery(statement);
        return one.run(sql, params);
      });
    // The server takes it for a rollback where one of those before it failed.
    const ended = one.run('commit');
    await Promise.all([...last, ended]);
    if ((await ended).command !== 'COMMIT') {
      throw new Error('A statement of the transaction had failed');
    }
    return result;
  } catch (error) {
    await one.run('rollback');
    throw error;
  }
}

/** Runs a transaction again that would have succeeded at another moment. */
async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (count === attempts || !isRetryable(error)) throw error;
      await pause(Math.random() * 2 ** count * 5);
    }
  }
}

/** Without the URL's password: drivers put the address, never credentials, into these. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return 'code' in error ? String(error.code) : error.message;
}
