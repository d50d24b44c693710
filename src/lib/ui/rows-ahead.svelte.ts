interface Row {
  readonly key: string;
  /** Where it begins, in pixels. */
  readonly top: number;
}

/**
 * Rows beyond those in sight wait for a frame where they were not drawn before: whoever types in a
 * search sees what it comes to in half the time. Make one while a component starts.
 */
export class RowsAhead {
  /** The items of which all rows may be drawn. */
  #ready = $state.raw<readonly unknown[]>();
  #drawn: ReadonlySet<string> = new Set();

  constructor(private readonly items: () => readonly unknown[]) {
    $effect(() => {
      const all = items();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const frame = requestAnimationFrame(() => (timer = setTimeout(() => (this.#ready = all))));
      return () => {
        cancelAnimationFrame(frame);
        clearTimeout(timer);
      };
    });
  }

  /** Those that are drawn now; `sight`: between which pixels rows that are seen begin. */
  of<R extends Row>(rows: R[], sight: () => readonly [from: number, to: number]): R[] {
    const now = this.#ready === this.items() ? rows : this.#needed(rows, sight());
    this.#drawn = new Set(now.map(({ key }) => key));
    return now;
  }

  #needed<R extends Row>(rows: R[], [from, to]: readonly [number, number]): R[] {
    return rows.filter(({ key, top }) => this.#drawn.has(key) || (top > from && top < to));
  }
}
