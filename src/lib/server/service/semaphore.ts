/** Limits how many tasks run and how many wait. Throws `full()` for more. */
export class Semaphore {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly limits: { readonly running: number; readonly waiting: number },
    private readonly full: () => Error,
  ) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.limits.running) {
      if (this.#waiting.length >= this.limits.waiting) throw this.full();
      // A finished task hands its slot directly to a waiting one, so that no other can take it.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running++;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
