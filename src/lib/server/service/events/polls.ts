import { sql } from 'drizzle-orm';
import type { Clock } from '../clock';
import { rowsOf } from '../db/rows';
import type { Store } from '../db/store';
import type { Log } from '../log';
import { appendEvents, nextEvents, readLog } from './log';
import { present, type WireEvent } from './present';
import { isVisible, receiversOf, type LogRow, type Queue } from './visible';

interface Poll {
  readonly queue: Queue;
  /** Log id up to which the queue has been looked through. */
  seen: number;
  /** Milliseconds since 1970 at which it gets a heartbeat; infinite while one is under way. */
  beatAt: number;
  answer(events: WireEvent[]): void;
}

interface Realm {
  /** By queue id. */
  readonly polls: Map<string, Poll>;
  /** Log id up to which the polls have been served. */
  cursor: number;
  reading: boolean;
  readAgain: boolean;
}

const mostEnded = 10_000;

/**
 * The polls that wait in this process. They hold no database connection: one read of the log serves
 * all of a realm, however many there are.
 */
export class Polls {
  readonly #realms = new Map<number, Realm>();
  /** Queues that ended lately: a poll that found its queue before that must not wait on it. */
  readonly #ended = new Set<string>();
  #wakes = 0;
  #closed = false;

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly log: Log,
    /** Tests make heartbeats come at a known time. */
    private readonly random: () => number = Math.random,
  ) {}

  get waiting(): number {
    return [...this.#realms.values()].reduce((sum, { polls }) => sum + polls.size, 0);
  }

  /** Changes whenever events arrive; see `wait`. */
  mark(): number {
    return this.#wakes;
  }

  /**
   * The queue's next events: resolves when there are any, with a heartbeat after 45 to 55 s, or
   * with none when a newer poll, the queue's end, `signal` or `close` ends it.
   * @param seen log id up to which the caller has found nothing
   * @param mark what `mark()` said before the caller looked
   */
  async wait(queue: Queue, seen: number, mark: number, signal: AbortSignal): Promise<WireEvent[]> {
    this.#answerOlder(queue.id);
    await this.store.notify({ kind: 'release', queue_ids: [queue.id] });
    const realm = this.#realmOf(queue.realm_id);
    // Whatever arrived since the caller looked was not for a poll that did not wait yet.
    while (mark !== this.#wakes || realm.cursor > seen) {
      mark = this.#wakes;
      const before = realm.cursor;
      const next = await nextEvents(this.store.db, queue, seen);
      if (next.events.length > 0) {
        await this.store.settle();
        return next.events;
      }
      seen = Math.max(next.seen, before);
    }
    if (this.#closed || signal.aborted || this.#ended.has(queue.id)) return [];
    this.#answerOlder(queue.id);
    return new Promise((resolve) => {
      const end = () => poll.answer([]);
      const poll: Poll = {
        queue,
        seen,
        beatAt: this.clock.now() + 45_000 + this.random() * 10_000,
        answer: (events) => {
          if (realm.polls.get(queue.id) === poll) realm.polls.delete(queue.id);
          signal.removeEventListener('abort', end);
          resolve(events);
        },
      };
      if (realm.polls.size === 0) realm.cursor = Math.max(realm.cursor, seen);
      realm.polls.set(queue.id, poll);
      signal.addEventListener('abort', end);
    });
  }

  /** Events of the realm have been committed, here or in another process. */
  wake(realm_id: number): void {
    this.#wakes++;
    const realm = this.#realms.get(realm_id);
    if (realm) this.#look(realm_id, realm);
  }

  /** Anything may have been missed: look again for everybody. */
  wakeAll(): void {
    this.#wakes++;
    for (const realm_id of this.#realms.keys()) this.wake(realm_id);
  }

  /** These queues are gone: ends their polls in every process, and those that are on their way. */
  async end(queue_ids: readonly string[]): Promise<void> {
    if (queue_ids.length === 0) return;
    this.endHere(queue_ids);
    await this.store.notify({ kind: 'ended', queue_ids });
  }

  endHere(queue_ids: readonly string[]): void {
    for (const id of queue_ids) this.#ended.add(id);
    this.releaseHere(queue_ids);
    // No poll is on its way for longer than a few moments.
    for (const id of this.#ended) {
      if (this.#ended.size <= mostEnded) break;
      this.#ended.delete(id);
    }
  }

  releaseHere(queue_ids: readonly string[]): void {
    for (const id of queue_ids) this.#answerOlder(id);
  }

  /** Gives a heartbeat to each poll that has waited long enough. Run once a second. */
  async beat(): Promise<void> {
    const now = this.clock.now();
    for (const [realm_id, realm] of this.#realms) {
      // Another process may have died between its commit and its notice.
      if (this.store.kind === 'postgres') this.#look(realm_id, realm);
      await this.#endDeactivated(realm);
      const due = [...realm.polls.values()].filter(({ beatAt }) => beatAt <= now);
      if (due.length === 0) continue;
      for (const poll of due) poll.beatAt = Infinity;
      try {
        // A heartbeat is an ordinary row, so that its id can be acknowledged like any other.
        const heartbeat = {
          payload: { type: 'heartbeat' },
          audience: [...new Set(due.map(({ queue }) => queue.user_id))],
          hidden: { queue_ids: due.map(({ queue }) => queue.id) },
        };
        await this.store.transaction((tx) =>
          appendEvents(this.store, tx, realm_id, [heartbeat], this.clock),
        );
        this.wake(realm_id);
      } catch (error) {
        this.log.warn({ error }, 'heartbeats could not be written');
        for (const poll of due) poll.answer([]);
      }
    }
  }

  /** Answers all that wait with nothing; later ones do not wait. */
  close(): void {
    this.#closed = true;
    for (const { polls } of this.#realms.values()) {
      for (const poll of [...polls.values()]) poll.answer([]);
    }
  }

  /** Whoever deactivated an account, its polls hear no more. */
  async #endDeactivated({ polls }: Realm): Promise<void> {
    if (polls.size === 0) return;
    const waiting = [...polls.values()];
    const ids = [...new Set(waiting.map(({ queue }) => queue.user_id))];
    const rows = await rowsOf<{ id: number }>(
      this.store.db,
      sql`select id from users where id = any(${`{${ids.join()}}`}::int[]) and not is_active`,
    ).catch((error: unknown) => {
      this.log.warn({ error }, 'deactivated accounts could not be looked for');
      return [];
    });
    const gone = new Set(rows.map(({ id }) => id));
    for (const poll of waiting) if (gone.has(poll.queue.user_id)) poll.answer([]);
  }

  #look(realm_id: number, realm: Realm): void {
    if (realm.polls.size === 0) return;
    realm.readAgain = true;
    if (!realm.reading) void this.#serve(realm_id, realm);
  }

  async #serve(realm_id: number, realm: Realm): Promise<void> {
    realm.reading = true;
    try {
      while (realm.readAgain && realm.polls.size > 0) {
        realm.readAgain = false;
        const rows = await readLog(this.store.db, realm_id, realm.cursor);
        const last = rows.at(-1);
        if (!last) continue;
        await this.store.settle();
        realm.readAgain = true;
        realm.cursor = Math.max(realm.cursor, last.id);
        deliver(realm, rows);
      }
    } catch (error) {
      // Nothing is lost: a poll that gets no answer now gets it with its heartbeat.
      this.log.error({ error }, 'events could not be read for waiting polls');
    } finally {
      realm.reading = false;
    }
  }

  #answerOlder(queue_id: string): void {
    for (const { polls } of this.#realms.values()) polls.get(queue_id)?.answer([]);
  }

  #realmOf(realm_id: number): Realm {
    let realm = this.#realms.get(realm_id);
    if (!realm) {
      realm = { polls: new Map(), cursor: 0, reading: false, readAgain: false };
      this.#realms.set(realm_id, realm);
    }
    return realm;
  }
}

function deliver(realm: Realm, rows: readonly LogRow[]): void {
  const receivers = rows.map(receiversOf);
  const last = rows.at(-1)?.id ?? 0;
  for (const poll of [...realm.polls.values()]) {
    const mine = rows.filter(
      (row, i) => row.id > poll.seen && isVisible(poll.queue, row, receivers[i]),
    );
    const events = mine.length > 0 ? present(poll.queue, mine) : [];
    if (events.length > 0) poll.answer(events);
    else poll.seen = Math.max(poll.seen, last);
  }
}
