import { adjustRange, rangeAround, browsingLimits, readingLimits } from './feed-range';
import type { RowRange, FeedLimits, FeedExtent } from './feed-range';
import { isPrinting } from './printing.svelte';

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
