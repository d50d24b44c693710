import { tick } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { on } from 'svelte/events';

interface Stop {
  readonly element: HTMLElement;
  /** UNIX seconds, to find the nearest stop. */
  readonly timestamp: number;
}

/**
 * A single Tab stop for many elements that the arrow keys move through. If the focused element is
 * removed, the one nearest in time gets the focus.
 */
export class RovingTabindex {
  readonly #stops = new Map<string, Stop>();
  #current: string | undefined;
  #timestamp = 0;
  #queued = false;
  #orphaned = false;

  stop(id: string, timestamp: number): Attachment<HTMLElement> {
    return (element) => {
      const stop = { element, timestamp };
      this.#stops.set(id, stop);
      const focus = () => {
        this.#current = id;
        this.#timestamp = timestamp;
        this.#refresh();
      };
      const stopListening = on(element, 'focus', focus);
      this.#queue();
      return () => {
        stopListening();
        if (this.#stops.get(id) === stop) this.#stops.delete(id);
        if (document.activeElement === element) this.#orphaned = true;
        this.#queue();
      };
    };
  }

  /** The stops in document order. */
  get all(): readonly HTMLElement[] {
    return [...this.#stops.values()]
      .map(({ element }) => element)
      .sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  }

  /** Moves the focus to the current Tab stop. False if there is none. */
  focus(id = this.#current): boolean {
    this.#current = id;
    const chosen = this.#chosen();
    chosen?.element.focus();
    return chosen !== undefined;
  }

  #chosen(): Stop | undefined {
    const known = this.#current === undefined ? undefined : this.#stops.get(this.#current);
    if (known) return known;
    const away = ({ timestamp }: Stop) => Math.abs(timestamp - this.#timestamp);
    let nearest: Stop | undefined;
    for (const stop of this.#stops.values()) {
      if (!nearest || away(stop) < away(nearest)) nearest = stop;
    }
    return nearest;
  }

  /** Many stops are added and removed together, so they are processed in one batch. */
  #queue(): void {
    if (this.#queued) return;
    this.#queued = true;
    void tick().then(() => {
      this.#queued = false;
      this.#refresh();
      if (this.#orphaned && document.activeElement === document.body) this.focus();
      this.#orphaned = false;
    });
  }

  #refresh(): void {
    const chosen = this.#chosen();
    for (const stop of this.#stops.values()) stop.element.tabIndex = stop === chosen ? 0 : -1;
  }
}
