import type { ServiceClock } from '../clock';
import { users } from '../db/schema/users';
import type { DatabaseStore } from '../db/store';
import { TableSet } from '../db/table-set';
import type { ServiceLog } from '../log';
import type { UserRow } from '../model';
import type { WarningLog } from '../warning-log';
import { acknowledgeSent, advanceQueue, type TrackedQueue } from './tracked-queue';
import { persistQueuePolls, queuesOfDeactivated } from './persist-polls';
import { appendEvents, readNextEvents, readEventLog } from './log';
import type { WireEvent } from './present';
import { rowAudienceOf, type EventLogRow, type EventQueue } from './queue-visibility';
import { WaitingPoll } from './waiting-poll';

interface Realm {
  readonly queues: Map<string, TrackedQueue>;
  /** Log id up to which all tracked queues are up to date. */
  cursor: number;
  /** Log id of the newest heartbeat up to `cursor`. */
  heartbeat: number;
  reading: boolean;
  readAgain: boolean;
  beating: boolean;
  keeping: boolean;
}

/** What a poll read from the database before waiting. */
export interface PollStart {
  readonly events: WireEvent[];
  /** Log id up to which there is nothing for the queue but `events`. */
  readonly seen: number;
  /** The row's stored `last_poll`, in milliseconds since 1970. */
  readonly lastPoll: number;
}

const maxEndedQueues = 10_000;
const accountTables = new TableSet(users);

/**
 * The polls waiting in this process, and their queues. They hold no database connection: one read
 * of the log serves all queues of a realm, one row in it is everyone's heartbeat, and the next poll
 * of a queue finds its state here.
 */
export class PollRegistry {
  readonly #realms = new Map<number, Realm>();
  /** Recently ended queues. A poll that read its queue before the end must not wait on it. */
  readonly #ended = new Set<string>();
  #wakes = 0;
  #closed = false;
  /**
   * If the store reports every statement, accounts are checked only after one that may change them.
   */
  #accountsChanged = true;

  constructor(
    private readonly store: DatabaseStore,
    private readonly clock: ServiceClock,
    private readonly log: ServiceLog,
    private readonly warnings: WarningLog,
    /** Tests make heartbeats come at a known time. */
    private readonly random: () => number = Math.random,
  ) {
    store.onStatement?.((text) => {
      if (accountTables.isWrittenBy(text)) this.#accountsChanged = true;
    });
  }

  get waiting(): number {
    let count = 0;
    for (const { queues } of this.#realms.values()) {
      for (const { waiting } of queues.values()) if (waiting) count++;
    }
    return count;
  }

  /** Changes whenever events arrive. See `wait`. */
  wakeCount(): number {
    return this.#wakes;
  }

  /**
   * The queue's next events: those already found, or a poll that waits for some. After 45 to 55 s
   * it is answered with a heartbeat; a newer poll, the queue's end or `close` ends it without
   * events.
   * @param mark `wakeCount()` from before the caller read the log
   */
  async wait(
    queue: EventQueue,
    { events, seen, lastPoll }: PollStart,
    mark: number,
  ): Promise<WireEvent[] | WaitingPoll> {
    const { acknowledged, position } = queue;
    this.#drop(queue.id);
    await this.store.notify({ kind: 'release', queue_ids: [queue.id] });
    const followed: TrackedQueue = {
      ...{ queue, acknowledged, position, seen },
      lastSent: acknowledged,
      ...{ behind: false, unsure: false },
      stored: { position, lastPoll },
      answeredAt: this.clock.now(),
      beatAt: Infinity,
      waiting: null,
    };
    if (events.length === 0) {
      acknowledgeSent(followed);
      return this.#catchUp(followed, mark);
    }
    return this.#tell(followed, events, mark);
  }

  /**
   * Same as `wait` for a queue whose last poll was answered here. Reads the database only if there
   * is something for the queue. Null if the caller must read the database, because the queue is
   * unknown here or `last_event_id` isn't the last id sent.
   */
  resume(
    user: UserRow,
    queue_id: string,
    last_event_id: number,
  ): Promise<WireEvent[] | WaitingPoll> | null {
    const realm = this.#realms.get(user.realm_id);
    const followed = realm?.queues.get(queue_id);
    if (!realm || followed?.queue.user_id !== user.id || followed.lastSent !== last_event_id) {
      return null;
    }
    followed.waiting?.end();
    if (followed.queue.role !== user.role) followed.queue = { ...followed.queue, role: user.role };
    acknowledgeSent(followed);
    if (!followed.behind) return Promise.resolve(this.#hold(followed));
    // Untracked until the log is read, so that no other poll continues from this state.
    realm.queues.delete(queue_id);
    followed.behind = false;
    return this.#catchUp(followed, null);
  }

  /**
   * Records that a client polls the queue. Returns the queue's own id of the last event known here
   * to be discarded, which its row may not have yet, or -1.
   */
  trackRequest(user: UserRow, queue_id: string): number {
    const followed = this.#realms.get(user.realm_id)?.queues.get(queue_id);
    if (followed?.queue.user_id !== user.id) return -1;
    followed.answeredAt = this.clock.now();
    return followed.acknowledged;
  }

  /** Call when events of the realm were committed, in this process or another. */
  wake(realm_id: number): void {
    this.#wakes++;
    const realm = this.#realms.get(realm_id);
    if (realm) this.#look(realm_id, realm);
  }

  /** Call when notices may have been missed, including the end of queues. Reads again for all. */
  wakeAll(): void {
    this.#wakes++;
    for (const [realm_id, { queues }] of this.#realms) {
      for (const [id, followed] of queues) {
        if (followed.waiting) followed.unsure = true;
        else queues.delete(id);
      }
      this.wake(realm_id);
    }
  }

  /** Ends the polls of deleted queues in every process, including polls about to wait. */
  async end(queue_ids: readonly string[]): Promise<void> {
    if (queue_ids.length === 0) return;
    this.endHere(queue_ids);
    await this.store.notify({ kind: 'ended', queue_ids });
  }

  endHere(queue_ids: readonly string[]): void {
    for (const id of queue_ids) this.#ended.add(id);
    this.releaseHere(queue_ids);
    // A poll takes only moments from reading its queue to waiting, so old entries can go.
    for (const id of this.#ended) {
      if (this.#ended.size <= maxEndedQueues) break;
      this.#ended.delete(id);
    }
  }

  /** Stops tracking these queues because another process now answers their polls. */
  releaseHere(queue_ids: readonly string[]): void {
    for (const id of queue_ids) this.#drop(id);
  }

  /** Sends a heartbeat to each poll that has waited long enough. Runs once a second. */
  async beat(): Promise<void> {
    for (const [realm_id, realm] of this.#realms) {
      // Another process may have died between its commit and its notice, or a read may have failed.
      if (this.store.kind === 'postgres' || realm.readAgain) this.#look(realm_id, realm);
      await this.#endDeactivated(realm_id, realm);
      if (this.#answerDue(realm) > 0) await this.#appendHeartbeat(realm_id, realm);
      await this.#keep(realm);
    }
  }

  /** Answers all waiting polls without events. Later polls don't wait. */
  close(): void {
    this.#closed = true;
    for (const { queues } of this.#realms.values()) {
      for (const { waiting } of queues.values()) waiting?.end();
    }
  }

  /** Reads the log if anything came since the mark. With null, always reads. */
  async #catchUp(followed: TrackedQueue, mark: number | null): Promise<WireEvent[] | WaitingPoll> {
    const { queue } = followed;
    const realm = this.#realmOf(queue.realm_id);
    // Events that arrived since the caller read weren't delivered to this poll, because it wasn't
    // waiting yet.
    while (mark !== this.#wakes || realm.cursor > followed.seen) {
      mark = this.#wakes;
      const before = realm.cursor;
      const next = await readNextEvents(this.store.db, queue, followed.seen, this.warnings);
      followed.seen = next.seen;
      if (next.events.length > 0) {
        await this.store.settle();
        return this.#tell(followed, next.events, mark);
      }
      followed.seen = Math.max(next.seen, before);
      followed.position = followed.seen;
    }
    if (this.#closed || this.#ended.has(queue.id)) return [];
    this.#follow(realm, followed);
    return this.#hold(followed);
  }

  /** Answers without waiting. If anything came since the mark, the next poll reads it. */
  #tell(followed: TrackedQueue, events: WireEvent[], mark: number): WireEvent[] {
    const realm = this.#realmOf(followed.queue.realm_id);
    followed.lastSent = events.at(-1)?.id ?? followed.lastSent;
    followed.answeredAt = this.clock.now();
    followed.behind = mark !== this.#wakes || realm.cursor > followed.seen;
    if (!this.#closed && !this.#ended.has(followed.queue.id)) this.#follow(realm, followed);
    return events;
  }

  #follow(realm: Realm, followed: TrackedQueue): void {
    this.#drop(followed.queue.id);
    if (realm.queues.size === 0) realm.cursor = Math.max(realm.cursor, followed.seen);
    realm.queues.set(followed.queue.id, followed);
  }

  #hold(followed: TrackedQueue): WireEvent[] | WaitingPoll {
    if (this.#closed) return [];
    const waiting = new WaitingPoll(followed.queue.id, (events) => {
      followed.waiting = null;
      followed.answeredAt = this.clock.now();
      followed.lastSent = events.at(-1)?.id ?? followed.lastSent;
    });
    followed.waiting = waiting;
    followed.beatAt = this.clock.now() + 45_000 + this.random() * 10_000;
    return waiting;
  }

  /**
   * Sends the current heartbeat to polls that have waited long enough. Returns how many need a
   * newer one.
   */
  #answerDue({ queues, heartbeat }: Realm): number {
    const now = this.clock.now();
    let left = 0;
    for (const { queue, beatAt, lastSent, waiting } of queues.values()) {
      if (!waiting || beatAt > now) continue;
      const id = heartbeat - queue.base_id - 1;
      if (id > lastSent) waiting.answer([{ type: 'heartbeat', id }]);
      else left++;
    }
    return left;
  }

  /**
   * A heartbeat is a row in the log, so that any process knows its id when it is acknowledged. It
   * serves all polls until one is due that already got it: one row per 45 s, for any number of
   * queues.
   */
  async #appendHeartbeat(realm_id: number, realm: Realm): Promise<void> {
    if (realm.beating) return;
    realm.beating = true;
    try {
      const row = { payload: { type: 'heartbeat' }, audience: 'realm' as const };
      await this.store.transaction((tx) =>
        Promise.resolve(appendEvents(this.store, tx, realm_id, [row], this.clock)),
      );
      this.wake(realm_id);
    } catch (error) {
      this.log.warn({ error }, 'heartbeats could not be written');
      const now = this.clock.now();
      for (const { beatAt, waiting } of realm.queues.values()) if (beatAt <= now) waiting?.end();
    } finally {
      realm.beating = false;
    }
  }

  async #keep(realm: Realm): Promise<void> {
    if (realm.keeping) return;
    realm.keeping = true;
    try {
      this.endHere(await persistQueuePolls(this.store.db, realm.queues, this.clock.now()));
    } catch (error) {
      this.log.warn({ error }, 'event queues could not be written down');
    } finally {
      realm.keeping = false;
    }
  }

  /** Ends the polls of deactivated accounts, whichever process deactivated them. */
  async #endDeactivated(realm_id: number, { queues }: Realm): Promise<void> {
    if (queues.size === 0 || !this.#accountsChanged) return;
    this.#accountsChanged = this.store.onStatement === undefined;
    try {
      this.releaseHere(await queuesOfDeactivated(this.store.db, realm_id, queues));
    } catch (error) {
      this.#accountsChanged = true;
      this.log.warn({ error }, 'deactivated accounts could not be looked for');
    }
  }

  #look(realm_id: number, realm: Realm): void {
    if (realm.queues.size === 0) return;
    realm.readAgain = true;
    if (!realm.reading) void this.#serve(realm_id, realm);
  }

  async #serve(realm_id: number, realm: Realm): Promise<void> {
    realm.reading = true;
    try {
      while (realm.readAgain && realm.queues.size > 0) {
        realm.readAgain = false;
        const rows = await readEventLog(this.store.db, realm_id, realm.cursor);
        const last = rows.at(-1);
        if (!last) continue;
        await this.store.settle();
        realm.readAgain = true;
        realm.cursor = Math.max(realm.cursor, last.id);
        this.#deliver(realm, rows);
      }
    } catch (error) {
      // Nothing is lost: the next beat reads again.
      realm.readAgain = true;
      this.log.error({ error }, 'events could not be read for waiting polls');
    } finally {
      realm.reading = false;
    }
  }

  #deliver(realm: Realm, rows: readonly EventLogRow[]): void {
    const receivers = rows.map(rowAudienceOf);
    for (const followed of realm.queues.values()) {
      const events = advanceQueue(followed, rows, receivers, this.warnings);
      if (events.length > 0) followed.waiting?.answer(events);
    }
    const heartbeat = rows.findLast(({ type }) => type === 'heartbeat');
    if (!heartbeat) return;
    realm.heartbeat = heartbeat.id;
    this.#answerDue(realm);
  }

  /** Stops tracking the queue. A poll waiting on it ends without events. */
  #drop(queue_id: string): void {
    for (const { queues } of this.#realms.values()) {
      const followed = queues.get(queue_id);
      queues.delete(queue_id);
      followed?.waiting?.end();
    }
  }

  #realmOf(realm_id: number): Realm {
    let realm = this.#realms.get(realm_id);
    if (!realm) {
      realm = {
        queues: new Map(),
        ...{ cursor: 0, heartbeat: 0 },
        ...{ reading: false, readAgain: false, beating: false, keeping: false },
      };
      this.#realms.set(realm_id, realm);
    }
    return realm;
  }
}
