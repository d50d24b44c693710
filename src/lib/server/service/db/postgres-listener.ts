import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { PostgresConnection } from './postgres-connection';

/** Milliseconds between attempts to reconnect. */
const retryEvery = 250;

/**
 * Listens to a channel on its own connection and reconnects when it is lost. `onGap` runs whenever
 * listening starts.
 */
export class PostgresListener {
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
