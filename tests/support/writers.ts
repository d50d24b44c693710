import { setTimeout as pause } from 'node:timers/promises';

/** A writer’s email address and API key. */
export interface Author {
  readonly email: string;
  readonly key: string;
}

type Kind = 'draft' | 'message' | 'scheduled';
const kinds: readonly Kind[] = ['draft', 'message', 'scheduled'];
/** Milliseconds until a writer retries after no answer or an error. */
const rest = 20;

/**
 * Continuously write drafts, messages and scheduled messages, alternating between servers, whatever
 * happens to their infrastructure. Each text is written once and never repeated, so an acknowledged
 * one must exist once, and any other at most once.
 */
export class Writers {
  readonly #acknowledged = new Set<string>();
  readonly #unsure = new Set<string>();
  /** When each server last acknowledged something, in milliseconds since 1970. */
  readonly #answered = new Map<string, number>();
  readonly #working: Promise<void>[];
  #maxFailures = 0;
  #stopped = false;

  constructor(
    private readonly urls: readonly string[],
    private readonly authors: readonly Author[],
    private readonly channel: number,
    count: number,
  ) {
    this.#working = Array.from({ length: count }, (_, writer) => this.#write(writer));
  }

  get acknowledged(): number {
    return this.#acknowledged.size;
  }

  get unsure(): number {
    return this.#unsure.size;
  }

  /** Longest run of requests without an answer of any writer. */
  get maxFailures(): number {
    return this.#maxFailures;
  }

  /**
   * Resolves when each server has acknowledged something after this call, to the milliseconds that
   * took.
   */
  async answer(within: number): Promise<number> {
    const begin = Date.now();
    const late = () => this.urls.some((url) => (this.#answered.get(url) ?? 0) <= begin);
    while (late()) {
      if (Date.now() - begin > within) return Infinity;
      await pause(rest);
    }
    return Date.now() - begin;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#working);
  }

  /**
   * Returns texts that are missing or duplicated. Call it after delivery had time to send what is
   * due.
   */
  async check(
    query: (text: string) => Promise<readonly unknown[]>,
  ): Promise<{ lost: string[]; doubled: string[] }> {
    const rows = (await query(
      `select text, count(*)::int as copies,
         (select count(*)::int from events
           where type = 'message' and hidden ->> 'content' = text) as events
       from (select content as text from drafts union all select content from messages) as kept
       where text like 'text %' group by text`,
    )) as { text: string; copies: number; events: number }[];
    const copiesOf = new Map(rows.map((row) => [row.text, row]));
    const isDraft = (text: string) => text.endsWith('draft');
    return {
      lost: [...this.#acknowledged].filter((text) => {
        const row = copiesOf.get(text);
        return !row || (!isDraft(text) && row.events === 0);
      }),
      doubled: rows
        .filter(({ copies, events }) => copies > 1 || events > 1)
        .map(({ text }) => text),
    };
  }

  async #write(writer: number): Promise<void> {
    let failures = 0;
    for (let turn = 0; !this.#stopped; turn++) {
      const kind = kinds[(writer + turn) % kinds.length]!;
      const url = this.urls[(writer + Math.floor(turn / kinds.length)) % this.urls.length]!;
      const text = `text ${writer}.${turn} ${kind}`;
      const status = await this.#send(url, this.#authorOf(writer, turn), kind, text);
      if (status === 200) {
        this.#acknowledged.add(text);
        this.#answered.set(url, Date.now());
        failures = 0;
        continue;
      }
      this.#unsure.add(text);
      if (status === 0 || status >= 500) {
        this.#maxFailures = Math.max(this.#maxFailures, ++failures);
      } else if (status !== 429 && !(kind === 'scheduled' && status === 400)) {
        // A scheduled message can arrive after its time on a busy machine.
        throw new Error(`${kind}: ${status}`);
      }
      await pause(rest);
    }
  }

  #authorOf(writer: number, turn: number): Author {
    return this.authors[(writer + turn * 7) % this.authors.length]!;
  }

  /** The reply's status; 0 if none came. */
  async #send(url: string, author: Author, kind: Kind, content: string): Promise<number> {
    const to = { type: 'channel', to: String(this.channel), topic: 'x', content };
    const due = String(Math.floor(Date.now() / 1000) + 3);
    const [path, fields]: [string, Record<string, string>] =
      kind === 'draft'
        ? ['drafts', { drafts: JSON.stringify([{ type: '', to: [], topic: '', content }]) }]
        : kind === 'message'
          ? ['messages', to]
          : ['scheduled_messages', { ...to, scheduled_delivery_timestamp: due }];
    try {
      const response = await fetch(`${url}/api/v1/${path}`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${author.email}:${author.key}`)}` },
        body: new URLSearchParams(fields),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }
}
