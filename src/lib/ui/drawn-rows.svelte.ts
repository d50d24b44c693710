import { adjustRange, rangeAround, browsingLimits, readingLimits } from './feed-range';
import type { RowRange, FeedLimits, FeedExtent } from './feed-range';
import { isPrinting } from './printing.svelte';

interface Ends {
  /** Keys of the first and the last; undefined: as far as there are any. */
  readonly first: string | undefined;
  readonly last: string | undefined;
  /** Where they were, should one of them go. */
  readonly at: RowRange;
}

interface Row<T> {
  readonly item: T;
  readonly index: number;
  readonly key: string;
  readonly before: T | undefined;
}

/** Which of many rows are drawn: they stay the same ones while others come before and after them. */
export class DrawnRows<T> {
  readonly limits: FeedLimits;
  #ends = $state.raw<Ends>({ first: undefined, last: undefined, at: { first: 0, end: 0 } });

  constructor(
    private readonly items: () => readonly T[],
    private readonly key: (item: T) => string,
    /** `begin`: the row that is drawn first, with those around it. */
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

  /** Those of before that are the same now: a row that nothing happened to is not looked at again. */
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

  /** What is around a row, unless that is drawn; without one, what is at the end. */
  draw(row: string | undefined): void {
    const index = this.indexOf(row);
    const { first, end } = this.range;
    const isDrawn = index < 0 ? this.reachesEnd : index >= first && index < end;
    if (!isDrawn) this.#set(rangeAround(index, this.items().length, this.limits));
  }

  /** As what is seen has moved; true: other rows are drawn now, or all of them on paper. */
  adjust(room: FeedExtent, spare: (side: 'first' | 'last') => readonly number[]): boolean {
    if (isPrinting()) return true;
    const { first, end } = this.range;
    const next = adjustRange(this.range, this.items().length, room, this.limits, spare);
    if (next.first === first && next.end === end) return false;
    this.#set(next);
    return true;
  }

  /** At the beginning and at the end there is no row to which it is bound: what comes there is drawn. */
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
 * Heights of the rows (`data-key`) at one side of a list that need not be drawn, from its edge on: not
 * the one that is kept, or has the focus, a selection or what is playing, nor any behind it.
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
