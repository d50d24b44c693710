/** Listeners, called in the order they were added. */
export class ListenerSet<T> {
  readonly #all = new Set<(value: T) => void>();

  /** The returned function unsubscribes. */
  readonly add = (listener: (value: T) => void): (() => void) => {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  };

  /**
   * Not to those that are added meanwhile. If one throws, the others are still called before this
   * throws the same.
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
