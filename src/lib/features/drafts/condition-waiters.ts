/** Promises that resolve when a condition becomes true. */
export class ConditionWaiters {
  readonly #looks = new Set<() => void>();

  /** Resolves to the result of `look` once that is not undefined. */
  until<T>(look: () => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const again = () => {
        const found = look();
        if (found === undefined) return;
        this.#looks.delete(again);
        resolve(found);
      };
      this.#looks.add(again);
      again();
    });
  }

  /** Checks all conditions again. Call it after each change. */
  recheck(): void {
    for (const look of [...this.#looks]) look();
  }
}
