/** A row, and how many pixels its upper edge is below that of the frame. */
export interface ScrollAnchor {
  readonly key: string;
  readonly offset: number;
}

interface Ports {
  /** It may stay at the end: nothing comes after what is there. */
  readonly canFollow: () => boolean;
  /** Others come before the first: whoever is there sees them. */
  readonly growsAtStart: () => boolean;
  /** Nobody has seen the row: it is not pushed out of sight by others. */
  readonly isUnseen: (key: string) => boolean;
  /** What is in sight may be something else now. */
  readonly moved: () => void;
}

/** Pixels within which the end counts as reached. */
const nearEnd = 8;
/** Milliseconds after a jump in which nothing counts as looked at. */
export const settleTime = 300;

/**
 * The one that sets the scroll position of a list of rows (`data-key`). What somebody reads stays where
 * it is, whatever becomes of the rows around it: the wished place is aimed at anew each time, and only
 * the person changes it. Whoever is at the end stays there while others come, until that would push
 * something unseen away.
 */
export class ScrollOwner {
  /** The rows in sight, the one that is held first; empty: the end. */
  #held: readonly ScrollAnchor[] = [];
  #isAtEnd = true;
  #isAtStart = false;
  /** Where it was to go, as long as there is too little below for that: rows become higher. */
  #wished: ScrollAnchor | undefined;
  /** Where it was put last: only another place is one that the person has chosen. */
  #placed = -1;
  #last: string | undefined;
  #movedAt = -Infinity;
  #frame: number | undefined;
  /** The rows, until there are others. */
  #known: readonly HTMLElement[] | undefined;
  readonly #observer: ResizeObserver;

  constructor(
    private readonly frame: HTMLElement,
    private readonly content: HTMLElement,
    private readonly ports: Ports,
  ) {
    this.#observer = new ResizeObserver(() => {
      this.#place();
      // What follows may change the rows, which must not be while they are measured.
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

  /** What is held; undefined at the end, or at the start where that grows. */
  get anchor(): ScrollAnchor | undefined {
    return this.#isAtEnd || this.#isAtStart ? undefined : this.#held[0];
  }

  /** The program, not the person, has just brought something else into sight. */
  get isSettling(): boolean {
    return performance.now() - this.#movedAt < settleTime;
  }

  /** Goes there; undefined: to where it grows. */
  go(spot: ScrollAnchor | undefined): void {
    this.#held = spot ? [spot] : [];
    this.#isAtStart = !spot && this.ports.growsAtStart();
    this.#isAtEnd = false;
    this.#wished = undefined;
    this.#movedAt = performance.now();
    if (spot) this.#place();
    else this.#put(this.#isAtStart ? 0 : this.frame.scrollHeight);
    // Where there is no more to come, whoever sees the end is at the end.
    this.#isAtEnd = this.#isLow() && this.ports.canFollow();
    if (this.#isAtEnd) this.#wished = spot;
    else this.#look(spot);
    this.#last = this.#rows().at(-1)?.dataset['key'];
    this.ports.moved();
  }

  /** After every change of the rows, and before it is painted. */
  settle(): void {
    this.#known = undefined;
    this.#place();
    this.ports.moved();
  }

  #place(): void {
    // Whoever is at the end when others come stays there.
    if (this.#rows().at(-1)?.dataset['key'] !== this.#last) this.#wished = undefined;
    else if (this.#wished && this.#canReach(this.#wished)) {
      this.#held = [this.#wished];
      this.#isAtEnd = false;
      this.#wished = undefined;
    }
    this.#isAtEnd &&= this.ports.canFollow();
    this.#put(this.#isAtEnd ? this.#end() : this.#isAtStart ? 0 : this.#top());
    if (!this.#isAtEnd) this.#look(this.#held[0]);
    this.#last = this.#rows().at(-1)?.dataset['key'];
  }

  #put(wanted: number): void {
    if (Math.abs(wanted - this.frame.scrollTop) > 0.25) this.frame.scrollTop = wanted;
    this.#placed = this.frame.scrollTop;
  }

  /** To be called at each scroll. */
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

  /** The rows of which something is in sight, from above. */
  inSight(): readonly HTMLElement[] {
    const { top, bottom } = this.frame.getBoundingClientRect();
    const rows = this.#rows();
    const first = this.#firstIn(rows, top);
    const end = firstIndex(rows, (row) => row.getBoundingClientRect().top >= bottom - 1);
    return rows.slice(first, end);
  }

  /** Index of the first of which something is below the upper edge. */
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

  /** Holds what is in sight now: the row that has the focus, or the one in the middle. */
  #look(first?: ScrollAnchor): void {
    const { top, height } = this.frame.getBoundingClientRect();
    const rows = this.inSight();
    const spots = rows.map((row) => ({
      key: row.dataset['key'] ?? '',
      offset: row.getBoundingClientRect().top - top,
    }));
    const focused = rows.findIndex((row) => row.contains(document.activeElement));
    const low = spots.findIndex(({ offset }) => offset > height / 2);
    const eye = focused >= 0 ? focused : Math.max(0, (low < 0 ? spots.length : low) - 1);
    // Should it go, the next takes its place.
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

  /** The end, or as near to it as leaves in sight what nobody has seen. */
  #end(): number {
    const { scrollHeight, clientHeight, scrollTop } = this.frame;
    const end = scrollHeight - clientHeight;
    // What is there may become higher, and only what comes can be waited for.
    if (this.#rows().at(-1)?.dataset['key'] === this.#last) return end;
    const { top } = this.frame.getBoundingClientRect();
    const rows = this.#rows();
    // Those that come begin just below what is in sight.
    for (const row of rows.slice(this.#firstIn(rows, top))) {
      const from = row.getBoundingClientRect().top - top;
      if (from < 0 || !this.ports.isUnseen(row.dataset['key'] ?? '')) continue;
      const limit = scrollTop + from;
      if (limit >= end) break;
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

/** Of the first for which it holds, where it holds for all after it. */
function firstIndex<T>(all: readonly T[], holds: (one: T) => boolean): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(all[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
