import { acquireFreeLocks, acquireLockWhenFree } from './tab-locks';

/**
 * Which jobs and held drafts of an account are this tab's to see to: each belongs to one tab, and to
 * the next one when that is gone.
 */
export class UploadClaims {
  readonly #own = new Set<string>();
  readonly #followed = new Set<string>();
  readonly #releases: (() => void)[] = [];
  readonly #stop = new AbortController();

  /** `onLeft`: something that was followed has been let go, and nobody has it yet. */
  constructor(
    private readonly account: string,
    private readonly onLeft: () => void,
  ) {}

  /** Takes those that no other tab has; the result is what was taken. */
  async take(names: readonly string[]): Promise<readonly string[]> {
    const { taken, release } = await acquireFreeLocks(names.map((name) => this.#prefix + name));
    if (this.#stop.signal.aborted) release();
    else this.#releases.push(release);
    const own = taken.map((name) => name.slice(this.#prefix.length));
    for (const name of own) this.#own.add(name);
    return own;
  }

  /** Waits until another tab lets go of one of these, or is gone. */
  follow(names: readonly string[]): void {
    for (const name of names) {
      if (!this.#own.has(name) && !this.#followed.has(name)) void this.#follow(name);
    }
  }

  /** Leaves all to other tabs. */
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
