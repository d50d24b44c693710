import { afterPaint } from '../after-paint';

interface Row {
  readonly key: string;
  /** Top of the row in pixels. */
  readonly top: number;
}

/**
 * Delays rows outside the view by a frame if they weren't drawn before, so that search results show
 * in half the time while typing. Create one during component initialization.
 */
export class RowsAhead {
  /** The items whose rows can all be drawn. */
  #ready = $state.raw<readonly unknown[]>();
  #drawn: ReadonlySet<string> = new Set();

  constructor(private readonly items: () => readonly unknown[]) {
    $effect(() => {
      const all = items();
      return afterPaint(() => (this.#ready = all));
    });
  }

  /** The rows to draw now; `visibleRange` returns the range in pixels in which visible rows begin. */
  of<R extends Row>(rows: R[], visibleRange: () => readonly [from: number, to: number]): R[] {
    return this.#ready === this.items() ? rows : this.#needed(rows, visibleRange());
  }

  /** Call it in an effect with what `of` returned. */
  drew(rows: readonly Row[]): void {
    this.#drawn = new Set(rows.map(({ key }) => key));
  }

  #needed<R extends Row>(rows: R[], [from, to]: readonly [number, number]): R[] {
    return rows.filter(({ key, top }) => this.#drawn.has(key) || (top > from && top < to));
  }
}
