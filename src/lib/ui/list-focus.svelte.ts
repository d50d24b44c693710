import { tick } from 'svelte';
import { isFocusIdle, focusOnArrival } from './focus-on-navigation';

/** Where the keyboard is in the list of a page. Make it while a component starts. */
export class ListFocus {
  /** Key of the row under the keyboard. */
  active = $state<string>();
  /** The list has the keyboard. */
  focused = $state(false);
  list: HTMLElement | undefined = $state();
  search: HTMLInputElement | undefined = $state();
  /** The list gets the keyboard as soon as there is one. */
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
   * Whoever comes to the page goes on in its list by keys, unless they come for something else. Call
   * it while a component starts.
   */
  focusOnArrival(isFree: () => boolean = () => true): void {
    $effect(() => (this.list && isFree() ? focusOnArrival(this.list) : undefined));
  }

  /** From what was open beside the list: to its row, where it has one. */
  async leave(row: string | undefined, show: () => void): Promise<void> {
    if (row !== undefined) this.active = row;
    show();
    await tick();
    this.list?.focus();
  }

  /**
   * These rows are there again, or about to be: the next key is for the first. Null: which they will
   * be is not known yet, and the next key is for none. The list gets the keyboard where nothing else
   * has it.
   */
  restored(rows: readonly string[] | null): void {
    if (rows?.length === 0) return;
    this.active = rows?.[0] ?? '';
    this.#isDue = true;
  }
}
