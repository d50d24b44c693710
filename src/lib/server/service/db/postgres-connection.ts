import pg from 'pg';
import { maxPreparedParameters, StatementNames } from './statement-names';

/** Milliseconds for the server to answer a new connection. */
const patience = 10_000;

/** The server is gone or unreachable. The statement may or may not have run. */
export class ConnectionLostError extends Error {
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
export class PostgresConnection extends pg.Client {
  /** Resolves when the connection can no longer be used. */
  readonly lost: Promise<void>;
  #isLost = false;

  constructor(config?: string | pg.ClientConfig) {
    super({
      ...(config as pg.ClientConfig),
      ...{ connectionTimeoutMillis: patience, keepAlive: true },
      // Sends statements immediately; replies come in order.
      pipeline: true,
    });
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

  /** The statement has been sent when this returns. */
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
    return super.query(named as string, second as unknown[], ...(rest as [])) as never;
  }
}

/** Gives `sslmode` in the URL the same meaning as in PostgreSQL's own programs. */
export function connectionString(url: string): string {
  if (!URL.canParse(url)) return url;
  const address = new URL(url);
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true');
  return address.href;
}
