import type { ServiceClock } from '../clock';
import { DeliveryBatches, type DeliveryBatchDeps } from './batch';
import { findNextDueTime } from './claim';

/** When another process is at a row, or the database does not answer: milliseconds until the next try. */
const lockedPause = 50;
const troublePause = 1_000;

/**
 * Sends what is due, to the second: sleeps until the next due time that it knows of. Every process
 * runs one; they take turns batch by batch, so order holds and a killed one is not missed.
 */
export class DeliveryWorker {
  readonly #batches: DeliveryBatches;
  readonly #clock: ServiceClock;
  /** Milliseconds since 1970 for which the timer is set. */
  #wakesAt = Infinity;
  #stopTimer: (() => void) | null = null;
  #running: Promise<void> | null = null;
  #lookAgain = false;
  #closed = false;

  constructor(private readonly parts: DeliveryBatchDeps) {
    this.#batches = new DeliveryBatches(parts);
    this.#clock = parts.clock;
  }

  /** Something is due at this time (UNIX seconds). */
  arm(due: number): void {
    if (due * 1000 < this.#wakesAt) this.#wakeAt(due * 1000);
  }

  /** Anything may be due: at the start, and where notices may have been missed. */
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

  /** Finishes the batch that runs; nothing is begun after. */
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
        // Whatever is committed after this statement began arms the timer itself.
        const due = await findNextDueTime(this.parts.store.db);
        if (due === null) return;
        const now = this.#clock.now();
        if (due * 1000 > now) return this.#wakeBy(due * 1000);
        // Due when we looked, though no batch could take it: somebody is editing it just now.
        if (due * 1000 <= looked) return this.#wakeBy(now + lockedPause);
      }
    } catch (error) {
      this.parts.log.error({ error }, 'scheduled messages could not be delivered');
      this.#wakeBy(this.#clock.now() + troublePause);
    }
  }

  /** Delivers until nothing is left; returns when it last looked, in milliseconds since 1970. */
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

/** Lets what has arrived meanwhile begin before the next batch. */
function requestsFirst(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
