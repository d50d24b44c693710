import { setTimeout as wait } from 'node:timers/promises';
import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { ServiceClock } from '../clock';
import { isProcessDead } from '../db/process-lock';
import { uploads } from '../db/schema/files';
import type { DatabaseStore } from '../db/store';

/** Milliseconds that a lock is valid without renewal by its holder. */
const lease = 15_000;
const renewEvery = 2_000;
const pause = 200;

interface Holder {
  readonly requestRelease: RequestRelease;
  readonly released: Promise<void>;
  readonly release: () => void;
}

/**
 * Lets one request at a time write an upload. A later request asks the earlier one to stop, which
 * is usually a dead connection that hasn't been noticed. Within this process, the lock is in
 * memory. Between processes on one PostgreSQL, it is a lease in the upload's row, which ends when
 * its holder is killed, or expires if that can't be determined.
 */
export class UploadLocker implements Locker {
  readonly #holders = new Map<string, Holder>();

  constructor(
    private readonly store: DatabaseStore,
    private readonly clock: ServiceClock,
    /**
     * Resolves when the upload is no longer being written. Until then, no other request can start.
     */
    private readonly still: (id: string) => Promise<void> = async () => undefined,
    /** Milliseconds until a request gives up. */
    private readonly maxWaitMilliseconds = 30_000,
  ) {}

  newLock(id: string): Lock {
    let stopRenewing: () => void = () => undefined;
    return {
      lock: async (signal: AbortSignal, requestRelease: RequestRelease) => {
        const late = AbortSignal.any([signal, AbortSignal.timeout(this.maxWaitMilliseconds)]);
        await this.#takeHere(id, late, requestRelease);
        if (this.store.kind === 'pglite') return;
        try {
          await this.#takeAmongAll(id, late);
          stopRenewing = this.#renew(id, requestRelease);
        } catch (error) {
          this.#releaseHere(id);
          throw error;
        }
      },
      unlock: async () => {
        await this.still(id);
        stopRenewing();
        if (this.store.kind === 'pglite') return this.#releaseHere(id);
        await this.#releaseToAll(id).finally(() => this.#releaseHere(id));
      },
    };
  }

  async #takeHere(id: string, late: AbortSignal, requestRelease: RequestRelease): Promise<void> {
    for (let holder = this.#holders.get(id); holder; holder = this.#holders.get(id)) {
      await holder.requestRelease();
      await Promise.race([holder.released, aborted(late)]);
      if (late.aborted) throw tooLate();
    }
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    this.#holders.set(id, { requestRelease, released, release });
  }

  #releaseHere(id: string): void {
    const holder = this.#holders.get(id);
    this.#holders.delete(id);
    holder?.release();
  }

  async #takeAmongAll(id: string, late: AbortSignal): Promise<void> {
    while (!(await this.#extend(id))) {
      await this.store.db.update(uploads).set({ lock_wanted: true }).where(eq(uploads.path_id, id));
      if (late.aborted) throw tooLate();
      await wait(pause);
    }
  }

  /** Also true for a missing upload, which the next steps detect. */
  async #extend(id: string): Promise<boolean> {
    const now = this.clock.now();
    const free = or(
      isNull(uploads.locked_by),
      eq(uploads.locked_by, this.store.self),
      lt(uploads.locked_until, new Date(now)),
      isProcessDead(uploads.locked_by),
    );
    const taken = await this.store.db
      .update(uploads)
      .set({ locked_by: this.store.self, locked_until: new Date(now + lease) })
      .where(and(eq(uploads.path_id, id), free))
      .returning({ id: uploads.path_id });
    return taken.length > 0 || (await this.#find(id)) === undefined;
  }

  async #find(id: string) {
    const [row] = await this.store.db.select().from(uploads).where(eq(uploads.path_id, id));
    return row;
  }

  /** Gives up a lease that another process wants, or that couldn't be renewed. */
  #renew(id: string, giveUp: RequestRelease): () => void {
    const renew = async () => {
      if (!(await this.#extend(id)) || (await this.#find(id))?.lock_wanted) await giveUp();
    };
    const timer = setInterval(() => void renew().catch(() => giveUp()), renewEvery);
    timer.unref();
    return () => clearInterval(timer);
  }

  async #releaseToAll(id: string): Promise<void> {
    await this.store.db
      .update(uploads)
      .set({ locked_by: null, locked_until: null, lock_wanted: false })
      .where(and(eq(uploads.path_id, id), eq(uploads.locked_by, this.store.self)));
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
}

function tooLate(): Error {
  return Object.assign(new Error('too late for the lock'), ERRORS.ERR_LOCK_TIMEOUT);
}
