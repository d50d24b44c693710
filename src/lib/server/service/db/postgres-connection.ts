import pg from 'pg';
import { maxPreparedParameters, StatementNames } from './statement-names';

/** Milliseconds until the server must have answered a new connection. */
const patience = 10_000;

/** The server has gone, or could not be reached: what was asked may or may not have been done. */
export class ConnectionLostError extends Error {
  readonly code = 'CONNECTION_LOST';

  constructor(cause: unknown) {
    super('The connection to the database was lost', { cause });
    this.name = 'ConnectionLost';
  }
}

/** Names by which all connections know the same statements. */
const names = new StatementNames();

/**
 * A connection of the driver whose statements are planned once and not each time, and whose end is
 * no exception of the whole process: what was asked on it fails, and the pool leaves it.
 */
export class PostgresConnection extends pg.Client {
  /** Resolves when nothing can be asked on it any more. */
  readonly lost: Promise<void>;
  #isLost = false;

  constructor(config?: string | pg.ClientConfig) {
    super({
      ...(config as pg.ClientConfig),
      ...{ connectionTimeoutMillis: patience, keepAlive: true },
      // A statement is sent at once, and answered in its turn.
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

  /** Has sent the statement when it returns. */
  run(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
    return this.query({ text }, [...values]);
  }

  /** Takes what the driver takes; only a statement with parameters gets its name. */
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

/** `sslmode` in the address means what it means to PostgreSQL's own programs. */
export function connectionString(url: string): string {
  if (!URL.canParse(url)) return url;
  const address = new URL(url);
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true');
  return address.href;
}
