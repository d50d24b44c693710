/** Listeners, called in the order they were added. */
export class ListenerSet<T> {
  readonly #all = new Set<(value: T) => void>();

  /** The returned function unsubscribes. */
  readonly add = (listener: (value: T) => void): (() => void) => {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  };

  notify(value: T): void {
    for (const listener of this.#all) listener(value);
  }
}
