import type pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Milliseconds between two reads of the event log. Lateness is overestimated by at most this much.
 */
const interval = 20;

interface Arrival {
  /** The message's index in the plan. */
  readonly index: number;
  /** Milliseconds from the due time until its event could be read. */
  readonly late: number;
}

/** Reads message events as a receiver would: once they are committed, in the log's order. */
export class Watcher {
  readonly #arrivals = new Map<number, Arrival>();
  #doubled = 0;
  #cursor = 0;
  #closed = false;
  readonly #watching: Promise<void>;

  constructor(private readonly database: pg.Pool) {
    this.#watching = this.#watch();
  }

  /** Resolves when `count` different messages have arrived, or after the timeout. */
  async until(count: number, milliseconds: number): Promise<void> {
    const end = Date.now() + milliseconds;
    while (this.#arrivals.size < count && Date.now() < end) await pause(interval);
  }

  /** Also reads the tables: events can be right where messages are wrong. */
  async close() {
    this.#closed = true;
    await this.#watching;
    const { rows } = await this.database.query<{
      twice: number;
      failed: number;
      waiting: number;
    }>(`select
      (select count(*)::int - count(distinct content)::int from messages
        where client = 'torture') as twice,
      (select count(*)::int from scheduled_messages where failed) as failed,
      (select count(*)::int from scheduled_messages
        where not failed and delivered_message_id is null) as waiting`);
    const { twice, failed, waiting } = rows[0]!;
    const doubled = Math.max(this.#doubled, twice);
    return { arrivals: [...this.#arrivals.values()], doubled, failed, waiting };
  }

  async #watch(): Promise<void> {
    while (!this.#closed) {
      // Fails while the database restarts; the cursor doesn't move.
      await this.#read().catch(() => undefined);
      await pause(interval);
    }
  }

  async #read(): Promise<void> {
    const { rows } = await this.database.query<{ id: string; text: string }>(
      `select id, hidden ->> 'content' as text from events
       where id > $1 and type = 'message' order by id`,
      [this.#cursor],
    );
    const now = Date.now();
    for (const { id, text } of rows) {
      this.#cursor = Number(id);
      const [index = NaN, due = NaN] = text.split(' ').map(Number);
      if (this.#arrivals.has(index)) this.#doubled++;
      else this.#arrivals.set(index, { index, late: now - due * 1000 });
    }
  }
}
