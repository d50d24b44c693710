import { untrack } from 'svelte';
import { MediaQuery } from 'svelte/reactivity';
import { afterPaint } from '../client/first-paint/prefetch';

interface Parts {
  /** The list is not on screen, or has no room beside it. */
  readonly isAway: () => boolean;
  /** Something else has its place: what a person has opened. */
  readonly isTaken: () => boolean;
  /** Key of what is shown unless it is closed; undefined: there is nothing, or that is not known yet. */
  readonly first: () => string | undefined;
  /** It can still be shown. */
  readonly isThere: (key: string) => boolean;
}

/**
 * What is shown beside a list in which nothing is open: the first, after the frame that shows the list,
 * and until it goes, whatever comes before it. Whoever closes something sees the list alone. Nothing of
 * it where one pane is shown at a time. Make one while a component starts.
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

  /** A person has closed what was shown, and sees the list alone. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** A person closes it. */
  close(): void {
    this.#isClosed = true;
  }

  /** What is open goes from the list, about to be closed by that: the next one is shown. */
  openNext(): void {
    this.#goesOn = true;
  }
}
