import { createLock, deleteLock, deleteUnusedLocks } from '../../client/database-locks';

/** Takes the lock unless another tab holds it. Returns the release function. */
async function acquireFreeLock(name: string): Promise<(() => void) | null> {
  const { locks } = navigator;
  if (!locks) return createLock(name);
  return new Promise((tell) => {
    void locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock) return new Promise<void>((release) => tell(release));
        tell(null);
      })
      .catch(() => tell(null));
  });
}

/** Waits until no tab holds the lock; false if `signal` aborts. */
async function waitUntilFree(name: string, signal: AbortSignal): Promise<boolean> {
  const { locks } = navigator;
  if (locks) return locks.request(name, { signal }, () => true).catch(() => false);
  await deleteLock(name);
  return !signal.aborted;
}

/**
 * Decides which jobs and held drafts of an account this tab handles: each belongs to one tab, and
 * to another one when that is closed.
 */
export class UploadClaims {
  readonly #own = new Set<string>();
  readonly #followed = new Set<string>();
  readonly #releases: (() => void)[] = [];
  readonly #stop = new AbortController();

  /** `onLeft`: a followed name was released, and no tab has it yet. */
  constructor(
    private readonly account: string,
    private readonly onLeft: () => void,
  ) {}

  /** Takes the names that no other tab has, and returns them. */
  async take(names: readonly string[]): Promise<readonly string[]> {
    const taken = await Promise.all(names.map((name) => this.#take(name)));
    return names.filter((_, index) => taken[index]);
  }

  /** Waits until another tab releases one of these names or is closed. */
  follow(names: readonly string[]): void {
    for (const name of names) {
      if (!this.#own.has(name) && !this.#followed.has(name)) void this.#follow(name);
    }
    if (!navigator.locks) {
      const used = [...names, ...this.#own].map((name) => this.#prefix + name);
      void deleteUnusedLocks(this.#prefix, used);
    }
  }

  /** Releases all names to other tabs. */
  stop(): void {
    this.#stop.abort();
    for (const release of this.#releases.splice(0)) release();
  }

  async #take(name: string): Promise<boolean> {
    const release = await acquireFreeLock(this.#prefix + name);
    if (!release) return false;
    if (this.#stop.signal.aborted) release();
    else this.#releases.push(release);
    this.#own.add(name);
    return true;
  }

  async #follow(name: string): Promise<void> {
    this.#followed.add(name);
    const isFree = await waitUntilFree(this.#prefix + name, this.#stop.signal);
    this.#followed.delete(name);
    if (isFree) this.onLeft();
  }

  get #prefix(): string {
    return `inkwell.upload.${this.account}.`;
  }
}
