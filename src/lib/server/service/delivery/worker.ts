import type { ServiceClock } from '../clock';
import { DeliveryBatches, type DeliveryBatchDeps } from './batch';
import { findNextDueTime } from './claim';

/**
 * Milliseconds until the next attempt when a row is locked by another process, or the database
 * fails.
 */
const lockedPause = 50;
const troublePause = 1_000;

/**
 * Sends due messages, to the second: sleeps until the next known due time. Every process runs one.
 * They take turns batch by batch, so the order holds, and the others replace a killed one.
 */
export class DeliveryWorker {
  readonly #batches: DeliveryBatches;
  readonly #clock: ServiceClock;
  /** When the timer fires, in milliseconds since 1970. */
  #wakesAt = Infinity;
  #stopTimer: (() => void) | null = null;
  #running: Promise<void> | null = null;
  #lookAgain = false;
  #closed = false;

  constructor(private readonly parts: DeliveryBatchDeps) {
    this.#batches = new DeliveryBatches(parts);
    this.#clock = parts.clock;
  }

  /** Call when something is due at this time (UNIX seconds). */
  arm(due: number): void {
    if (due * 1000 < this.#wakesAt) this.#wakeAt(due * 1000);
  }

  /** Call at startup, and when notices may have been missed: anything may be due. */
  look(): void {
    if (this.#closed) return;
    if (this.#running) {
      this.#lookAgain = true;
      return;
    }
    this.#running = this.#run().finally(() => {
      this.#running = null;
      if (this.#lookAgain) this.look();
    });
  }

  /** Finishes the running batch and starts no other. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stopTimer?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    this.#lookAgain = false;
    this.#forget();
    try {
      for (;;) {
        const looked = await this.#drain();
        if (this.#closed) return;
        // Anything committed after this statement started sets the timer itself.
        const due = await findNextDueTime(this.parts.store.db);
        if (due === null) return;
        const now = this.#clock.now();
        if (due * 1000 > now) return this.#wakeBy(due * 1000);
        // It was due but no batch could take it, because a request is changing it.
        if (due * 1000 <= looked) return this.#wakeBy(now + lockedPause);
      }
    } catch (error) {
      this.parts.log.error({ error }, 'scheduled messages could not be delivered');
      this.#wakeBy(this.#clock.now() + troublePause);
    }
  }

  /** Delivers until nothing is due. Returns when it last checked, in milliseconds since 1970. */
  async #drain(): Promise<number> {
    for (;;) {
      const looked = this.#clock.now();
      if (this.#closed || (await this.#batches.next()) === 0) return looked;
      await requestsFirst();
    }
  }

  #wakeBy(time: number): void {
    if (time < this.#wakesAt) this.#wakeAt(time);
  }

  #wakeAt(time: number): void {
    if (this.#closed) return;
    this.#stopTimer?.();
    this.#wakesAt = time;
    this.#stopTimer = this.#clock.at(time, () => {
      this.#forget();
      this.look();
    });
  }

  #forget(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    this.#wakesAt = Infinity;
  }
}

/** Lets pending requests start before the next batch. */
function requestsFirst(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
