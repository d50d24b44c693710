import { tick } from 'svelte';
import { isFocusIdle, focusOnArrival } from './focus-on-navigation';

/** Focus management for the list of a page. Create it during component initialization. */
export class ListFocus {
  /** Key of the row that keys act on. */
  active = $state<string>();
  /** Whether the list has the focus. */
  focused = $state(false);
  list: HTMLElement | undefined = $state();
  search: HTMLInputElement | undefined = $state();
  /** Focus the list as soon as it exists. */
  #isDue = $state(false);

  constructor() {
    $effect(() => {
      const { list } = this;
      if (!this.#isDue || !list) return;
      this.#isDue = false;
      void tick().then(() => {
        if (isFocusIdle()) list.focus();
      });
    });
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
  restored(rows: readonly string[] | null): void {
    if (rows?.length === 0) return;
    this.active = rows?.[0] ?? '';
    this.#isDue = true;
  }
}
