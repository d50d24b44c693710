import { tick } from 'svelte';

/** Where the keyboard is in the list of a page. */
export class ListSpot {
  /** Key of the row under the keyboard. */
  active = $state<string>();
  /** The list has the keyboard. */
  focused = $state(false);
  list: HTMLElement | undefined = $state();
  search: HTMLInputElement | undefined = $state();

  /** From what was open beside the list: to its row, where it has one. */
  async leave(row: string | undefined, show: () => void): Promise<void> {
    if (row !== undefined) this.active = row;
    show();
    await tick();
    this.list?.focus();
  }

  /**
   * This row is there again, or about to be: the next key is for it. The list gets the keyboard where
   * nothing else has it.
   */
  async restored(row: string | undefined): Promise<void> {
    this.active = row;
    await tick();
    if (document.activeElement === document.body) this.list?.focus();
  }
}
