/** Listeners, called in the order they were added. */
export class ListenerSet<T> {
  readonly #all = new Set<(value: T) => void>();

  /** The returned function unsubscribes. */
  readonly add = (listener: (value: T) => void): (() => void) => {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  };

  /**
   * Calls the listeners of this moment; those added during the call wait for the next one. If some
   * throw, the rest are still called, and then the first error is thrown.
   */
  notify(value: T): void {
    const failures: unknown[] = [];
    for (const listener of [...this.#all]) {
      try {
        if (this.#all.has(listener)) listener(value);
      } catch (failure) {
        failures.push(failure);
      }
    }
    if (failures.length > 0) throw failures[0] as Error;
  }
}
