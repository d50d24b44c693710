import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { PostgresConnection } from './postgres-connection';

/** Milliseconds between two tries to hear again. */
const retryEvery = 250;

/**
 * Hears what is notified on a channel, on a connection of its own that is made anew when it was
 * lost; `onGap` runs whenever it begins to hear.
 */
export class PostgresListener {
  #connection: PostgresConnection | undefined;
  #closed = false;

  constructor(
    private readonly connectionString: string,
    private readonly channel: string,
    /** Asked whenever it begins to hear, before it does. */
    private readonly greeting: pg.QueryConfig,
    private readonly on: { onPayload(payload: string): void; onGap(): void },
  ) {}

  /** Rejects where the server cannot be reached now; later it is tried until it can. */
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
