import { untrack } from 'svelte';
import type { ListFocus } from '../../ui/list-focus.svelte';
import type { MessageRecipient } from '../../writing/recipients/recipient';
import { AutoOpenedItem } from '../auto-opened-item.svelte';

interface Dated {
  readonly key: string;
  readonly timestamp: number;
  readonly failed: boolean;
}

interface Parts {
  readonly spot: ListFocus;
  /** Key of what a person has opened. */
  readonly current: () => string | undefined;
  /** The list is on screen, no calendar: that has its room to itself until something is opened. */
  readonly isList: () => boolean;
  /** Key of what comes next. */
  readonly first: () => string | undefined;
  readonly isThere: (key: string) => boolean;
  /** Shows that one; undefined: the list alone. */
  readonly onshow: (key: string | undefined) => void;
}

/**
 * What is beside the list of what is ahead: what a person has opened, else the next; after it was sent
 * now the conversation that it went to, until they go on. Make one while a component starts.
 */
export class OpenScheduled {
  #sentTo = $state.raw<MessageRecipient>();
  readonly #newest: AutoOpenedItem;
  readonly key: string | undefined = $derived.by(() => this.parts.current() ?? this.#newest.key);

  constructor(private readonly parts: Parts) {
    const { current, isList, first, isThere } = parts;
    this.#newest = new AutoOpenedItem({
      isAway: () => !isList(),
      isTaken: () => current() !== undefined || this.#sentTo !== undefined,
      ...{ first, isThere },
    });
    $effect(() => {
      if (current() !== undefined || !isList()) this.#sentTo = undefined;
    });
  }

  /** The conversation to which the open one was sent. */
  get sentTo(): MessageRecipient | undefined {
    return this.key === undefined ? this.#sentTo : undefined;
  }

  /** A person has opened it. */
  get isEntered(): boolean {
    return this.parts.current() !== undefined;
  }

  /** Nothing is beside the list, and nothing is about to be. */
  get isAlone(): boolean {
    return this.isEntered || this.#newest.isClosed;
  }

  /** Somebody writes in what was only shown. */
  enter(): void {
    if (!this.isEntered && this.key !== undefined) this.parts.onshow(this.key);
  }

  /** A person closes it; the keyboard goes back to the list. */
  close(): void {
    const { key } = this;
    const isListed = key !== undefined && this.parts.isThere(key);
    this.#newest.close();
    this.#sentTo = undefined;
    this.#back(isListed ? key : undefined);
  }

  /** These go from the list. */
  leave(keys: readonly string[]): void {
    if (this.key === undefined || !keys.includes(this.key)) return;
    this.#newest.openNext();
    if (this.isEntered) this.parts.onshow(undefined);
  }

  /** The open one goes out now, to there. */
  sent(to: MessageRecipient): void {
    this.#sentTo = to;
    this.#back(undefined);
  }

  #back(row: string | undefined): void {
    const { spot, onshow } = this.parts;
    void spot.leave(row, () => untrack(() => this.isEntered) && onshow(undefined));
  }
}

/** The one whose time comes first; of what was not sent, only where there is nothing else. */
export function nextDueOf<T extends Dated>(all: readonly T[]): T | undefined {
  const ahead = all.filter(({ failed }) => !failed);
  const some = ahead.length > 0 ? ahead : all;
  return some.reduce<T | undefined>(
    (next, one) => (next && next.timestamp <= one.timestamp ? next : one),
    undefined,
  );
}
