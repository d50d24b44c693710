import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from '../bench/accounts';
import { Client } from './cluster-client';

interface Event {
  readonly id: number;
  readonly type: string;
  readonly message?: { readonly content: string };
}

/** Milliseconds between two polls: an account can send 200 requests a minute. */
const pace = 350;

/** Polls a queue at whichever process answers and checks each event. */
export class Reader {
  /** What is wrong with the received events, in words. */
  readonly problems: string[] = [];
  readonly #texts = new Set<string>();
  readonly #reading: Promise<void>;
  #stopped = false;

  /** Resolves when the queue receives every message written from now on. */
  static async start(url: string, account: Account): Promise<Reader> {
    const client = Client.byKey(url, account);
    const wanted = { event_types: '["message"]', apply_markdown: 'false' };
    const answer = await client.insist('POST', '/api/v1/register', new URLSearchParams(wanted));
    const { queue_id, last_event_id } = answer.body;
    return new Reader(client, String(queue_id), Number(last_event_id));
  }

  private constructor(
    readonly client: Client,
    private readonly queue_id: string,
    last: number,
  ) {
    this.#reading = this.#read(last);
  }

  /** Resolves when it has read all of these texts, or after the timeout. */
  async until(texts: readonly string[], milliseconds: number): Promise<void> {
    const end = Date.now() + milliseconds;
    while (Date.now() < end && texts.some((text) => !this.#texts.has(text))) await pause(pace);
  }

  missing(texts: readonly string[]): string[] {
    return texts.filter((text) => !this.#texts.has(text));
  }

  get count(): number {
    return this.#texts.size;
  }

  /** Deletes its queue, which also ends the waiting poll at whichever process has it. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const query = new URLSearchParams({ queue_id: this.queue_id });
    await this.client.insist('DELETE', '/api/v1/events', query);
    await this.#reading;
  }

  async #read(from: number): Promise<void> {
    for (let last = from; !this.#stopped; await pause(pace)) {
      const { queue_id } = this;
      const query = new URLSearchParams({ queue_id, last_event_id: String(last) });
      const answer = await this.client.insist('GET', `/api/v1/events?${query}`);
      if (answer.status !== 200) {
        if (this.#stopped) return;
        if (answer.status !== 429) this.problems.push(`a poll: ${answer.body['msg']}`);
        continue;
      }
      for (const event of answer.body['events'] as Event[]) {
        if (event.id <= last) this.problems.push(`event ${event.id} behind ${last}`);
        last = event.id;
        const text = event.message?.content;
        if (text === undefined) continue;
        if (this.#texts.has(text)) this.problems.push(`twice: ${text}`);
        this.#texts.add(text);
      }
    }
  }
}
