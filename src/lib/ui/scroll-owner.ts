/** A row, and how many pixels its top is below the top of the frame. */
export interface ScrollAnchor {
  readonly key: string;
  readonly offset: number;
}

interface Ports {
  /** Whether it can stay at the end: nothing comes after the drawn rows. */
  readonly canFollow: () => boolean;
  /** Whether new rows are added before the first, so that a user at the start sees them. */
  readonly growsAtStart: () => boolean;
  /** Whether the user hasn't seen the row yet: other rows don't push it out of view. */
  readonly isUnseen: (key: string) => boolean;
  /** Called when the visible rows may have changed. */
  readonly moved: () => void;
}

/** Distance in pixels within which the end counts as reached. */
const nearEnd = 8;
/** After a jump, rows don't count as seen for this many milliseconds. */
export const settleTime = 300;

/**
 * The only code that sets the scroll position of a list of rows (`data-key`). The row being read
 * stays in place, whatever happens to the rows around it: its position is restored after each
 * change, and only the user changes it. At the end, the list follows new rows until that would push
 * an unseen row out of view.
 */
export class ScrollOwner {
  /** The visible rows, the anchor first; empty at the end. */
  #held: readonly ScrollAnchor[] = [];
  #isAtEnd = true;
  #isAtStart = false;
  /**
   * The requested position, while there is too little content below to reach it: rows may still
   * grow.
   */
  #wished: ScrollAnchor | undefined;
  /** The last position set here: any other one was chosen by the user. */
  #placed = -1;
  #last: string | undefined;
  #movedAt = -Infinity;
  #frame: number | undefined;
  /** The rows, cached until they change. */
  #known: readonly HTMLElement[] | undefined;
  readonly #observer: ResizeObserver;

  constructor(
    private readonly frame: HTMLElement,
    private readonly content: HTMLElement,
    private readonly ports: Ports,
  ) {
    this.#observer = new ResizeObserver(() => {
      this.#place();
      // The callback may change the rows, which isn't allowed while they are measured.
      this.#frame ??= requestAnimationFrame(() => {
        this.#frame = undefined;
        this.ports.moved();
      });
    });
    this.#observer.observe(frame);
    this.#observer.observe(content);
  }

  stop(): void {
    this.#observer.disconnect();
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
  }

  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  /** The anchor row; undefined at the end, or at the start if new rows are added there. */
  get anchor(): ScrollAnchor | undefined {
    return this.#isAtEnd || this.#isAtStart ? undefined : this.#held[0];
  }

  /** Whether code, not the user, has just scrolled. */
  get isSettling(): boolean {
    return performance.now() - this.#movedAt < settleTime;
  }

  /** Scrolls there, or, if undefined, to where new rows are added. */
  go(spot: ScrollAnchor | undefined): void {
    this.#held = spot ? [spot] : [];
    this.#isAtStart = !spot && this.ports.growsAtStart();
    this.#isAtEnd = false;
    this.#wished = undefined;
    this.#movedAt = performance.now();
    if (spot) this.#place();
    else this.#put(this.#isAtStart ? 0 : this.frame.scrollHeight);
    // If nothing more can come, seeing the end means being at the end.
    this.#isAtEnd = this.#isLow() && this.ports.canFollow();
    if (this.#isAtEnd) this.#wished = spot;
    else this.#look(spot);
    this.#last = this.#rows().at(-1)?.dataset['key'];
    this.ports.moved();
  }

  /** Call after every change of the rows, before it is painted. */
  settle(): void {
    this.#known = undefined;
    this.#place();
    this.ports.moved();
  }

  #place(): void {
    // At the end, stay there when rows are added.
    if (this.#rows().at(-1)?.dataset['key'] !== this.#last) this.#wished = undefined;
    else if (this.#wished && this.#canReach(this.#wished)) {
      this.#held = [this.#wished];
      this.#isAtEnd = false;
      this.#wished = undefined;
    }
    this.#put(this.#isAtEnd ? this.#end() : this.#isAtStart ? 0 : this.#top());
    this.#isAtEnd &&= this.ports.canFollow();
    if (!this.#isAtEnd) this.#look(this.#held[0]);
    this.#last = this.#rows().at(-1)?.dataset['key'];
  }

  #put(wanted: number): void {
    if (Math.abs(wanted - this.frame.scrollTop) > 0.25) this.frame.scrollTop = wanted;
    this.#placed = this.frame.scrollTop;
  }

  /** Call on every scroll event. */
  scrolled(): void {
    if (Math.abs(this.frame.scrollTop - this.#placed) >= 1) {
      this.#placed = -1;
      this.#wished = undefined;
      this.#isAtEnd = this.#isLow() && this.ports.canFollow();
      this.#isAtStart = this.ports.growsAtStart() && this.frame.scrollTop < 1;
      this.#look();
    }
    this.ports.moved();
  }

  /** The rows that are partly visible, top to bottom. */
  visibleRows(): readonly HTMLElement[] {
    const { top, bottom } = this.frame.getBoundingClientRect();
    const rows = this.#rows();
    const first = this.#firstIn(rows, top);
    const end = firstIndex(rows, (row) => row.getBoundingClientRect().top >= bottom - 1);
    return rows.slice(first, end);
  }

  /** Index of the first row that extends below the top edge. */
  #firstIn(rows: readonly HTMLElement[], top: number): number {
    return firstIndex(rows, (row) => row.getBoundingClientRect().bottom > top + 1);
  }

  #isLow(): boolean {
    const { scrollTop, clientHeight, scrollHeight } = this.frame;
    return scrollTop + clientHeight >= scrollHeight - nearEnd;
  }

  #rows(): readonly HTMLElement[] {
    return (this.#known ??= [...this.content.querySelectorAll<HTMLElement>(':scope > [data-key]')]);
  }

  /** Makes the focused row, or the one in the middle, the anchor. */
  #look(first?: ScrollAnchor): void {
    const { top, height } = this.frame.getBoundingClientRect();
    const rows = this.visibleRows();
    const spots = rows.map((row) => ({
      key: row.dataset['key'] ?? '',
      offset: row.getBoundingClientRect().top - top,
    }));
    const focused = rows.findIndex((row) => row.contains(document.activeElement));
    const low = spots.findIndex(({ offset }) => offset > height / 2);
    const eye = focused >= 0 ? focused : Math.max(0, (low < 0 ? spots.length : low) - 1);
    // If the anchor is removed, the next row replaces it.
    const held = [...spots.slice(eye), ...spots.slice(0, eye).reverse()];
    const isThere = first !== undefined && held.some(({ key }) => key === first.key);
    this.#held = isThere ? [first, ...held.filter(({ key }) => key !== first.key)] : held;
  }

  #top(): number {
    for (const spot of this.#held) {
      const top = this.#topFor(spot);
      if (top !== undefined) return top;
    }
    return this.frame.scrollTop;
  }

  #topFor({ key, offset }: ScrollAnchor): number | undefined {
    const { top } = this.frame.getBoundingClientRect();
    const row = this.#row(key);
    return row ? this.frame.scrollTop + row.getBoundingClientRect().top - top - offset : undefined;
  }

  #canReach(spot: ScrollAnchor): boolean {
    const { scrollHeight, clientHeight } = this.frame;
    return (this.#topFor(spot) ?? Infinity) < scrollHeight - clientHeight - nearEnd;
  }

  /**
   * The end, or as close to it as keeps unseen rows in view. If more rows follow the drawn ones, it
   * scrolls only for unseen rows.
   */
  #end(): number {
    const { scrollHeight, clientHeight, scrollTop } = this.frame;
    const bottom = scrollHeight - clientHeight;
    const end = this.ports.canFollow() ? bottom : scrollTop;
    // No rows were added, only resized: stay at the end.
    if (this.#rows().at(-1)?.dataset['key'] === this.#last) return end;
    const { top } = this.frame.getBoundingClientRect();
    const rows = this.#rows();
    // New rows begin just below the visible ones.
    for (const row of rows.slice(this.#firstIn(rows, top))) {
      const from = row.getBoundingClientRect().top - top;
      if (from < 0 || !this.ports.isUnseen(row.dataset['key'] ?? '')) continue;
      const limit = scrollTop + from;
      if (limit >= bottom) return bottom;
      this.#isAtEnd = false;
      this.#held = [{ key: row.dataset['key'] ?? '', offset: 0 }];
      return limit;
    }
    return end;
  }

  #row(key: string): HTMLElement | undefined {
    return this.#rows().find(({ dataset }) => dataset['key'] === key);
  }
}

/**
 * Binary search: index of the first item for which `holds` is true, if it is true for all after it.
 */
function firstIndex<T>(all: readonly T[], holds: (one: T) => boolean): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(all[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
