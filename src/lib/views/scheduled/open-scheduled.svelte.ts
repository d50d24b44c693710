import { untrack } from 'svelte';
import type { ListController } from '../../ui/list/list-controller.svelte';
import type { MessageRecipient } from '../../writing/recipients/recipient';
import { AutoOpenedItem } from '../auto-opened-item.svelte';

interface Dated {
  readonly key: string;
  readonly timestamp: number;
  readonly failed: boolean;
}

interface Parts {
  readonly list: Pick<ListController<never>, 'leave'>;
  /** Key of what the user has opened. */
  readonly current: () => string | undefined;
  /**
   * Whether the list is on screen rather than a calendar, which takes all the space until something
   * is opened.
   */
  readonly isList: () => boolean;
  /** Key of the next due item. */
  readonly first: () => string | undefined;
  readonly isThere: (key: string) => boolean;
  /** Shows that item; undefined shows only the list. */
  readonly onshow: (key: string | undefined) => void;
}

/**
 * What is shown beside the list of scheduled items: what the user has opened, else the next due
 * one. After Send now, the conversation it went to, until the user moves on. Create one during
 * component initialization.
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

  /** The conversation that the open message was sent to. */
  get sentTo(): MessageRecipient | undefined {
    return this.key === undefined ? this.#sentTo : undefined;
  }

  /** Whether the user has opened it. */
  get isEntered(): boolean {
    return this.parts.current() !== undefined;
  }

  /** Whether nothing is beside the list now or after the next paint. */
  get isAlone(): boolean {
    return this.isEntered || this.#newest.isClosed;
  }

  /** The user types in the automatically shown message. */
  enter(): void {
    if (!this.isEntered && this.key !== undefined) this.parts.onshow(this.key);
  }

  /** Called when the user closes it; the focus returns to the list. */
  close(): void {
    const { key } = this;
    const isListed = key !== undefined && this.parts.isThere(key);
    this.#newest.close();
    this.#sentTo = undefined;
    this.#back(isListed ? key : undefined);
  }

  /** Called when these leave the list. */
  leave(keys: readonly string[]): void {
    if (this.key === undefined || !keys.includes(this.key)) return;
    this.#newest.openNext();
    if (this.isEntered) this.parts.onshow(undefined);
  }

  /** Called when the open message is sent now to this conversation. */
  sent(to: MessageRecipient): void {
    this.#sentTo = to;
    this.#back(undefined);
  }

  #back(row: string | undefined): void {
    const { list, onshow } = this.parts;
    void list.leave(row, () => untrack(() => this.isEntered) && onshow(undefined));
  }
}

/** The item due first; failed ones only if there is nothing else. */
export function nextDueOf<T extends Dated>(all: readonly T[]): T | undefined {
  const ahead = all.filter(({ failed }) => !failed);
  const some = ahead.length > 0 ? ahead : all;
  return some.reduce<T | undefined>(
    (next, one) => (next && next.timestamp <= one.timestamp ? next : one),
    undefined,
  );
}
