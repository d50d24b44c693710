/**
 * Takes the locks that no other tab holds, until `release` is called. Browsers without locks (plain
 * http) grant all: then a file can be uploaded twice, but is linked in its draft once.
 */
async function acquireFreeLocks(
  names: readonly string[],
): Promise<{ readonly taken: readonly string[]; readonly release: () => void }> {
  const { locks } = navigator;
  if (!locks) return { taken: names, release: () => undefined };
  const releases: (() => void)[] = [];
  const taken = await Promise.all(
    names.map(
      (name) =>
        new Promise<string | null>((tell) => {
          void locks
            .request(name, { ifAvailable: true }, (lock) => {
              tell(lock && name);
              if (lock) return new Promise<void>((release) => releases.push(release));
            })
            .catch(() => tell(null));
        }),
    ),
  );
  return {
    taken: taken.filter((name) => name !== null),
    release: () => releases.forEach((release) => release()),
  };
}

/**
 * Waits until the tab that holds the lock releases it or is closed, and takes it. Returns the
 * release function, or null if `signal` aborts or the browser has no locks.
 */
async function acquireLockWhenFree(
  name: string,
  signal: AbortSignal,
): Promise<(() => void) | null> {
  const { locks } = navigator;
  if (!locks) return null;
  return new Promise((tell) => {
    void locks
      .request(name, { signal }, () => new Promise<void>((release) => tell(release)))
      .catch(() => tell(null));
  });
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
    const { taken, release } = await acquireFreeLocks(names.map((name) => this.#prefix + name));
    if (this.#stop.signal.aborted) release();
    else this.#releases.push(release);
    const own = taken.map((name) => name.slice(this.#prefix.length));
    for (const name of own) this.#own.add(name);
    return own;
  }

  /** Waits until another tab releases one of these names or is closed. */
  follow(names: readonly string[]): void {
    for (const name of names) {
      if (!this.#own.has(name) && !this.#followed.has(name)) void this.#follow(name);
    }
  }

  /** Releases all names to other tabs. */
  stop(): void {
    this.#stop.abort();
    for (const release of this.#releases.splice(0)) release();
  }

  async #follow(name: string): Promise<void> {
    this.#followed.add(name);
    const release = await acquireLockWhenFree(this.#prefix + name, this.#stop.signal);
    release?.();
    this.#followed.delete(name);
    if (release) this.onLeft();
  }

  get #prefix(): string {
    return `inkwell.upload.${this.account}.`;
  }
}
