import type pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';

/** How often the log is read: the most by which lateness is told too high, in milliseconds. */
const interval = 20;

interface Arrival {
  /** The message's place in the plan. */
  readonly index: number;
  /** Milliseconds from the due time until its event could be read. */
  readonly late: number;
}

/** Sees message events as a receiver would: when they are committed, in the log's order. */
export class Watcher {
  readonly #arrivals = new Map<number, Arrival>();
  #doubled = 0;
  #cursor = 0;
  #closed = false;
  readonly #watching: Promise<void>;

  constructor(private readonly database: pg.Pool) {
    this.#watching = this.#watch();
  }

  /** Resolves when so many different messages have arrived, or nothing comes for too long. */
  async until(count: number, milliseconds: number): Promise<void> {
    const end = Date.now() + milliseconds;
    while (this.#arrivals.size < count && Date.now() < end) await pause(interval);
  }

  /** Looks at the tables themselves as well: events could be right where messages are not. */
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
      // Refused while the database restarts; the cursor stays where it was.
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
