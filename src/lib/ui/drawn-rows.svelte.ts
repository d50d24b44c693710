import { isPrinting } from './printing.svelte';

/** How many rows are drawn. */
interface FeedLimits {
  /** Rows drawn initially on either side. */
  readonly atFirst: number;
  /** Rows added at a time. */
  readonly step: number;
  /** Screens of rows to keep ready beyond the visible part. */
  readonly ready: number;
  /** Maximum number of rows; rows closer than `far` screens stay anyway. */
  readonly max: number;
  readonly far: number;
}

/** Readers of a conversation often scroll back a little. */
const readingLimits: FeedLimits = { atFirst: 30, step: 40, ready: 2, max: 300, far: 4 };
/** Users who browse search results want the first rows immediately. */
const browsingLimits: FeedLimits = { atFirst: 6, step: 12, ready: 1, max: 80, far: 3 };

/** The drawn rows, as a half-open range of indexes. */
interface RowRange {
  readonly first: number;
  readonly end: number;
}

/** A range around a row, or at the end if `index` is negative. */
function rangeAround(index: number, count: number, { atFirst }: FeedLimits): RowRange {
  if (index < 0) return { first: Math.max(0, count - 2 * atFirst), end: count };
  return { first: Math.max(0, index - atFirst), end: Math.min(count, index + 2 * atFirst) };
}

/** Pixels drawn above and below the visible part, which is `height` pixels high. */
interface FeedExtent {
  readonly above: number;
  readonly below: number;
  readonly height: number;
}

/**
 * Adds rows where little is left before the edge, and removes those far away if there are too many.
 * `spare` returns the heights of the first or last rows that can be removed, in order.
 */
function adjustRange(
  { first, end }: RowRange,
  count: number,
  { above, below, height }: FeedExtent,
  { step, ready, max: most, far }: FeedLimits,
  spare: (side: 'first' | 'last') => readonly number[],
): RowRange {
  const next = {
    first: above < ready * height ? Math.max(0, first - step) : first,
    end: below < ready * height ? Math.min(count, end + step) : end,
  };
  let over = next.end - next.first - most;
  if (over > 0 && next.first === first) {
    const gone = dispensable(spare('first'), above - far * height, over);
    next.first += gone;
    over -= gone;
  }
  if (over > 0 && next.end === end)
    next.end -= dispensable(spare('last'), below - far * height, over);
  return next;
}

/** How many of these rows fit into so many pixels, up to `wanted`. */
function dispensable(heights: readonly number[], pixels: number, wanted: number): number {
  let left = pixels;
  let gone = 0;
  for (const height of heights) {
    left -= height;
    if (left < 0 || gone >= wanted) break;
    gone += 1;
  }
  return gone;
}

interface Ends {
  /** Keys of the first and last drawn row; undefined if it extends to the end of the list. */
  readonly first: string | undefined;
  readonly last: string | undefined;
  /** Their indexes, in case one of them is removed. */
  readonly at: RowRange;
}

interface Row<T> {
  readonly item: T;
  readonly index: number;
  readonly key: string;
  readonly before: T | undefined;
}

/** Which of many rows are drawn: the same ones stay drawn while others are added around them. */
export class DrawnRows<T> {
  readonly limits: FeedLimits;
  #ends = $state.raw<Ends>({ first: undefined, last: undefined, at: { first: 0, end: 0 } });

  constructor(
    private readonly items: () => readonly T[],
    private readonly key: (item: T) => string,
    /** `begin` is the row to start at, with those around it. */
    { begin, newestFirst }: { readonly begin: string | undefined; readonly newestFirst: boolean },
  ) {
    this.limits = newestFirst ? browsingLimits : readingLimits;
    const first = newestFirst ? 0 : -1;
    const index = begin === undefined ? first : this.indexOf(begin);
    this.#set(rangeAround(index, items().length, this.limits));
  }

  readonly range = $derived.by((): RowRange => {
    const { first, last, at } = this.#ends;
    const { length } = this.items();
    if (isPrinting()) return { first: 0, end: length };
    const [from, to] = [this.indexOf(first), this.indexOf(last)];
    return {
      first:
        from >= 0 ? from : first === undefined ? 0 : Math.max(0, Math.min(at.first, length - 1)),
      end: to >= 0 ? to + 1 : last === undefined ? length : Math.min(at.end, length),
    };
  });

  /** Rows from before, reused if nothing has changed, so that Svelte doesn't update them. */
  #made = new Map<string, Row<T>>();

  readonly rows = $derived.by((): readonly Row<T>[] => {
    const { first, end } = this.range;
    const all = this.items();
    const rows = all.slice(first, end).map((item, at) => {
      const index = first + at;
      const [key, before] = [this.key(item), all[index - 1]];
      const made = this.#made.get(key);
      const isSame = made?.item === item && made.index === index && made.before === before;
      return isSame ? made : { item, index, key, before };
    });
    this.#made = new Map(rows.map((row) => [row.key, row]));
    return rows;
  });

  get reachesStart(): boolean {
    return this.range.first === 0;
  }

  get reachesEnd(): boolean {
    return this.range.end === this.items().length;
  }

  indexOf(row: string | undefined): number {
    return row === undefined ? -1 : this.items().findIndex((item) => this.key(item) === row);
  }

  /** Draws the surroundings of a row if it isn't drawn yet; without a row, those of the end. */
  draw(row: string | undefined): void {
    const index = this.indexOf(row);
    const { first, end } = this.range;
    const isDrawn = index < 0 ? this.reachesEnd : index >= first && index < end;
    if (!isDrawn) this.#set(rangeAround(index, this.items().length, this.limits));
  }

  /**
   * Adjusts the range after scrolling. Returns true if the drawn rows changed, or while printing,
   * when all are drawn.
   */
  adjust(extent: FeedExtent, spare: (side: 'first' | 'last') => readonly number[]): boolean {
    if (isPrinting()) return true;
    const { first, end } = this.range;
    const next = adjustRange(this.range, this.items().length, extent, this.limits, spare);
    if (next.first === first && next.end === end) return false;
    this.#set(next);
    return true;
  }

  /** A range that reaches the start or end has no key there, so rows added there are drawn. */
  #set(at: RowRange): void {
    const items = this.items();
    const [first, last] = [items[at.first], items[at.end - 1]];
    this.#ends = {
      first: at.first === 0 || !first ? undefined : this.key(first),
      last: at.end === items.length || !last ? undefined : this.key(last),
      at,
    };
  }
}

/**
 * Heights of the rows (`data-key`) at one end of a list that don't have to stay drawn, from the
 * edge inward. Stops at a row that is kept, has the focus or a selection, or plays media.
 */
export function spareHeights(
  content: HTMLElement,
  side: 'first' | 'last',
  kept: readonly (string | undefined)[],
): readonly number[] {
  const all = [...content.querySelectorAll<HTMLElement>(':scope > [data-key]')];
  if (side === 'last') all.reverse();
  const selection = getSelection();
  const isHeld = (row: HTMLElement) =>
    kept.includes(row.dataset['key']) ||
    row.contains(document.activeElement) ||
    (selection?.isCollapsed === false && selection.containsNode(row, true)) ||
    [...row.querySelectorAll<HTMLMediaElement>('video, audio')].some(({ paused }) => !paused);
  const end = all.findIndex(isHeld);
  return (end < 0 ? all : all.slice(0, end)).map(({ offsetHeight }) => offsetHeight);
}
