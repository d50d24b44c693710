import { drizzle } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartFailure } from '../start-failure';
import { processLockStatement } from './process-lock';
import { LogAppendQueue } from './log-append-queue';
import { inBatches } from './batches';
import { openTransaction, type StatementClient } from './instrument-transaction';
import { isRetryable, sqlStateOf } from './sqlstate';
import type {
  LogAppend,
  IsolationLevel,
  StoreNotification,
  DatabaseStore,
  DatabaseTransaction,
} from './store';
import { maxPreparedParameters, StatementNames } from './statement-names';

/** Milliseconds for the server to answer a new connection. */
const patience = 10_000;

/** The server is gone or unreachable. The statement may or may not have run. */
class ConnectionLostError extends Error {
  readonly code = 'CONNECTION_LOST';

  constructor(cause: unknown) {
    super('The connection to the database was lost', { cause });
    this.name = 'ConnectionLost';
  }
}

/** Statement names shared by all connections. */
const names = new StatementNames();

/**
 * A driver connection that prepares each statement once. When the connection ends, its pending
 * statements fail and it leaves the pool, instead of throwing in the whole process.
 */
class PostgresConnection extends pg.Client {
  /** Resolves when the connection can no longer be used. */
  readonly lost: Promise<void>;
  #isLost = false;
  /** Below TLS, if that is used. */
  readonly #socket: Socket;

  constructor(config?: string | pg.ClientConfig) {
    const socket = new Socket();
    super({
      ...(config as pg.ClientConfig),
      ...{ connectionTimeoutMillis: patience, keepAlive: true, stream: () => socket },
      // Sends statements without waiting for replies, which come in order.
      pipeline: true,
    });
    this.#socket = socket;
    this.lost = new Promise((resolve) => {
      const lose = () => {
        this.#isLost = true;
        resolve();
      };
      this.on('error', lose);
      this.on('end', lose);
    });
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** The statement is sent before any that is issued later. */
  run(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
    return this.query({ text }, [...values]);
  }

  /** Accepts the driver's arguments. Only statements with parameters get a name. */
  override query(first: unknown, second?: unknown, ...rest: unknown[]): never {
    const isPlain = typeof first === 'object' && first !== null && 'text' in first;
    const count = Array.isArray(second) ? second.length : 0;
    const name =
      isPlain && count > 0 && count <= maxPreparedParameters
        ? names.of(String(first.text))
        : undefined;
    const named = name === undefined ? first : { ...(first as object), name };
    // Statements issued at the same time are sent together.
    this.#socket.cork();
    process.nextTick(() => this.#socket.uncork());
    return super.query(named as string, second as unknown[], ...(rest as [])) as never;
  }
}

/** Gives `sslmode` in the URL the same meaning as in PostgreSQL's own programs. */
function connectionString(url: string): string {
  if (!URL.canParse(url)) return url;
  const address = new URL(url);
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true');
  return address.href;
}

/** Milliseconds between attempts to reconnect. */
const retryEvery = 250;

/**
 * Listens to a channel on its own connection and reconnects when it is lost. `onGap` runs whenever
 * listening starts.
 */
class PostgresListener {
  #connection: PostgresConnection | undefined;
  #closed = false;

  constructor(
    private readonly connectionString: string,
    private readonly channel: string,
    /** Query that runs on each new connection before listening. */
    private readonly greeting: pg.QueryConfig,
    private readonly on: { onPayload(payload: string): void; onGap(): void },
  ) {}

  /** Rejects if the server can't be reached now. After that, it retries until it succeeds. */
  async open(): Promise<void> {
    void this.#keep(await this.#connect());
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#connection?.end();
  }

  async #keep(first: PostgresConnection): Promise<void> {
    let connection: PostgresConnection | null = first;
    while (!this.#closed) {
      if (connection) await connection.lost;
      await pause(retryEvery, undefined, { ref: false });
      if (!this.#closed) connection = await this.#connect().catch(() => null);
    }
  }

  async #connect(): Promise<PostgresConnection> {
    const connection = new PostgresConnection({ connectionString: this.connectionString });
    connection.on('notification', ({ payload }) => {
      if (payload !== undefined) this.on.onPayload(payload);
    });
    try {
      await connection.connect();
      await (connection as pg.Client).query(this.greeting);
      await (connection as pg.Client).query(`listen ${this.channel}`);
    } catch (error) {
      void connection.end().catch(() => undefined);
      throw error;
    }
    this.#connection = connection;
    if (this.#closed) await connection.end();
    else this.on.onGap();
    return connection;
  }
}

const channel = 'inkwell';
const attempts = 6;

/** Milliseconds for running statements to finish when the store closes. */
const maxCloseMilliseconds = 5_000;

/**
 * Opens PostgreSQL by URL, with a pool of ten connections and one that listens. Throws
 * `StartFailure`.
 */
export async function openPostgres(url: string): Promise<DatabaseStore> {
  const address = connectionString(url);
  const pool = new pg.Pool({
    ...{ connectionString: address, max: 10, Client: PostgresConnection },
    // Keep idle connections, because of their prepared statements.
    idleTimeoutMillis: 0,
  });
  // An idle connection can be cut at any time. The pool opens another.
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
  const db = openTransaction(pool as unknown as StatementClient, openDrizzle);
  const self = randomUUID();
  const appends = new LogAppendQueue();
  let listener: PostgresListener | undefined;
  let closing: Promise<void> | undefined;

  // A commit that waits for the disk makes all earlier commits durable too.
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
      // Not awaited: if it gets lost, the other processes check for themselves within a second.
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

/** PostgreSQL limits a notification to under 8,000 bytes. */
const maxIdsPerNotification = 150;

function partsOf(notice: StoreNotification): StoreNotification[] {
  if (notice.kind === 'events') return [notice];
  const { kind, queue_ids } = notice;
  return Array.from({ length: Math.ceil(queue_ids.length / maxIdsPerNotification) }, (_, at) => ({
    kind,
    queue_ids: queue_ids.slice(at * maxIdsPerNotification, (at + 1) * maxIdsPerNotification),
  }));
}

/** Runs `work` on one connection and always releases it. Throws `ConnectionLostError`. */
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

const openDrizzle = (client: StatementClient) => drizzle(client as unknown as pg.PoolClient);

/**
 * Runs one transaction with as few round trips as possible: `begin` is sent with the first
 * statement, and the appended statements with the commit.
 */
async function inTransaction<T>(
  one: PostgresConnection,
  isolation: IsolationLevel,
  begin: (tx: DatabaseTransaction) => readonly LogAppend[],
  work: (tx: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  const tx = openTransaction(one, openDrizzle);
  const appended = begin(tx);
  const begun = one.run(
    isolation === 'read committed' ? 'begin' : `begin isolation level ${isolation}`,
  );
  // Awaited later, possibly after it has failed.
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
    // If an earlier statement failed, the server treats this as a rollback.
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

/** Repeats a transaction after a failure that a retry can avoid. */
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

/** Doesn't contain the URL's password: drivers' messages include the address, never credentials. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return 'code' in error ? String(error.code) : error.message;
}
