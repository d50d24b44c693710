import { untrack } from 'svelte';
import { MediaQuery } from 'svelte/reactivity';
import { afterPaint } from '../ui/after-paint';

interface Parts {
  /** Whether the list is not on screen, or has no space beside it. */
  readonly isAway: () => boolean;
  /** Whether something that the user has opened takes the space. */
  readonly isTaken: () => boolean;
  /** Key of the item to show unless it is closed; undefined if there is none or it isn't known yet. */
  readonly first: () => string | undefined;
  /** Whether it can still be shown. */
  readonly isThere: (key: string) => boolean;
}

/**
 * The item shown beside a list when the user has opened none: the first one, after the list is
 * painted, and until it is gone, even if others come before it. If the user closes an item, only
 * the list is shown. Shows nothing where there is space for one pane only. Create one during
 * component initialization.
 */
export class AutoOpenedItem {
  readonly #wide = new MediaQuery('width >= 48rem');
  #isClosed = $state(false);
  #goesOn = false;
  #kept = $state<string>();
  readonly #isFree = $derived.by(
    () => !this.parts.isTaken() && !this.parts.isAway() && this.#wide.current,
  );
  readonly key: string | undefined = $derived.by(() => {
    const kept = this.#kept;
    const isShown = this.#isFree && !this.#isClosed && kept !== undefined;
    return isShown && this.parts.isThere(kept) ? kept : undefined;
  });

  constructor(private readonly parts: Parts) {
    let wasTaken = false;
    $effect(() => {
      const isTaken = parts.isTaken();
      if (isTaken) this.#kept = undefined;
      untrack(() => {
        if (wasTaken && !isTaken) this.#isClosed = !this.#goesOn;
        this.#goesOn = false;
      });
      wasTaken = isTaken;
    });
    $effect(() => {
      if (!this.#isFree || this.#isClosed || this.key !== undefined) return;
      const first = parts.first();
      if (first !== undefined) return afterPaint(() => (this.#kept = first));
    });
  }

  /** Whether the user has closed it and sees only the list. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Called when the user closes it. */
  close(): void {
    this.#isClosed = true;
  }

  /**
   * Call when the open item leaves the list and closes because of that: then the next one is shown,
   * in the same frame if it is known.
   */
  openNext(): void {
    this.#goesOn = true;
    this.#kept = this.parts.first();
  }
}
