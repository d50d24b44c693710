import { tick } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import { isFocusIdle, focusOnArrival } from '../focus-on-navigation';

interface ListParts<T> {
  /** The rows that match the search, in order. Read reactively. */
  readonly rows: (query: string) => readonly T[];
  readonly key: (row: T) => string;
  /** Keys selected with a row that stands for several, including its own. */
  readonly keysOf?: (row: T) => readonly string[];
  /** Keys to count where a row can stand for several. Read reactively. */
  readonly counted?: () => readonly string[];
}

/**
 * State of one list of a page: its rows, the search, the row that keys act on, the selection and
 * the focus. `ListPane` shows it. Create it during component initialization.
 *
 * The rows can be keys only: then the list publishes its order, each row reads its own content, and
 * a change of one content costs that row only.
 */
export class ListController<T> {
  query = $state('');
  /** Key of the row that keys act on. Empty: it isn't known yet. */
  active = $state<string>();
  focused = $state(false);
  /** Whether the mouse is over the list. */
  hovered = $state(false);
  /** Select mode: a press on a row selects it instead of opening it. Ends with the selection. */
  choosing = $state(false);
  /** Keys of the selected rows, including those that a search hides. */
  readonly selected = new SvelteSet<string>();
  list: HTMLElement | undefined = $state();
  search: HTMLInputElement | undefined = $state();
  /** Focus the list as soon as it exists. */
  #isDue = $state(false);
  readonly key: (row: T) => string;
  readonly #keysOf: (row: T) => readonly string[];
  readonly rows: readonly T[] = $derived.by(() => this.parts.rows(this.query));
  /** The selected rows that are visible: a search narrows an earlier selection. */
  readonly chosen: readonly T[] = $derived.by(() =>
    this.selected.size === 0 ? [] : this.rows.filter((row) => this.selected.has(this.key(row))),
  );
  /** How many can be selected, and how many are. */
  readonly counts: { readonly all: number; readonly chosen: number } = $derived.by(() => {
    const keys = this.parts.counted?.();
    if (!keys) return { all: this.rows.length, chosen: this.chosen.length };
    return { all: keys.length, chosen: keys.filter((key) => this.selected.has(key)).length };
  });
  readonly activeRow: T | undefined = $derived.by(() =>
    this.active === undefined ? undefined : this.rows.find((row) => this.key(row) === this.active),
  );
  /** What actions apply to: the selected rows, otherwise the row with the focus. */
  readonly targets: readonly T[] = $derived.by(() => {
    if (this.chosen.length > 0) return this.chosen;
    return this.focused && this.activeRow !== undefined ? [this.activeRow] : [];
  });

  constructor(private readonly parts: ListParts<T>) {
    this.key = parts.key;
    this.#keysOf = parts.keysOf ?? ((row) => [parts.key(row)]);
    $effect(() => {
      const { list } = this;
      if (!this.#isDue || !list) return;
      this.#isDue = false;
      void tick().then(() => {
        if (isFocusIdle()) list.focus();
      });
    });
  }

  /** Whether someone works in the list, so that its rows should stay where they are. */
  get isInUse(): boolean {
    return this.focused || this.hovered || this.counts.chosen > 0;
  }

  /** Rows show checkboxes. */
  get isSelecting(): boolean {
    return this.choosing || this.counts.chosen > 0;
  }

  /**
   * Focuses the list when the user arrives on the page, unless `isFree` returns false. Call it
   * during component initialization.
   */
  focusOnArrival(isFree: () => boolean = () => true): void {
    $effect(() => (this.list && isFree() ? focusOnArrival(this.list) : undefined));
  }

  /** Leaves the open detail: focuses the list at the given row, if any. */
  async leave(row: string | undefined, show: () => void): Promise<void> {
    if (row !== undefined) this.active = row;
    show();
    await tick();
    this.list?.focus();
  }

  /**
   * Call after rows were restored: the first becomes active. Null means that they aren't known yet,
   * and no row is active. The list gets the focus if nothing else has it.
   */
  restored(keys: readonly string[] | null): void {
    if (keys?.length === 0) {
      // It was announced, and then refused.
      if (this.active === '') this.active = undefined;
      return;
    }
    this.active = keys?.[0] ?? '';
    this.#isDue = true;
  }

  /** Call after rows have left the list or were dealt with: they are no longer selected. */
  deselect(keys: readonly string[]): void {
    for (const key of keys) this.selected.delete(key);
  }

  toggle(row: T): void {
    const keys = this.#keysOf(row);
    if (this.selected.has(this.key(row))) this.deselect(keys);
    else for (const key of keys) this.selected.add(key);
  }

  select(rows: readonly T[]): void {
    for (const row of rows) for (const key of this.#keysOf(row)) this.selected.add(key);
  }

  /** Selects from the last selected row above to this one. */
  selectTo(row: T): void {
    const to = this.rows.indexOf(row);
    const from = this.rows.findLastIndex((one, at) => at < to && this.selected.has(this.key(one)));
    this.select(this.rows.slice(Math.max(from, 0), to + 1));
  }

  selectNone(): void {
    this.selected.clear();
    this.choosing = false;
  }

  /** Selects all rows, or none if all are selected. */
  toggleAll(): void {
    if (this.counts.chosen === this.counts.all) this.selected.clear();
    else this.select(this.rows);
  }

  clearSearch(): void {
    this.query = '';
    void tick().then(() => this.search?.focus());
  }
}
