/** Those who wait until something is so. */
export class ConditionWaiters {
  readonly #looks = new Set<() => void>();

  /** What `look` gives, as soon as that is not undefined. */
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

  /** Something may have become so. */
  recheck(): void {
    for (const look of [...this.#looks]) look();
  }
}
