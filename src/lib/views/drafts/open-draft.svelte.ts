import { untrack } from 'svelte';
import { conversationFirst } from '../../features/drafts/conversation-first';
import {
  isSendingUnderWay,
  type UndoTarget,
  type DraftActions,
} from '../../features/drafts/draft-actions.svelte';
import type { ListFocus } from '../../ui/list-focus.svelte';
import type { MessageRecipient } from '../../writing/recipients/recipient';
import { AutoOpenedItem } from '../auto-opened-item.svelte';

interface Parts {
  readonly desk: DraftActions;
  readonly spot: ListFocus;
  /** Key of the draft that a person has opened. */
  readonly current: () => string | undefined;
  /** That one was begun on another page just now. */
  readonly isNew: () => boolean;
  /** Something else is on screen than the list. */
  readonly isAway: () => boolean;
  /** Opened from a conversation: its drafts come first, and a new one goes there. */
  readonly conversation: () => MessageRecipient | null;
  readonly onshow: (view: App.DraftsView) => void;
}

/**
 * What is beside the list of drafts: the one that a person has opened, else the newest; after Send the
 * conversation that it went to, until they go on. Make one while a component starts.
 */
export class OpenDraft {
  /** Made just now: open though the list does not know it yet. */
  #fresh = $state<string>();
  #returned = $state.raw<UndoTarget>();
  #sentTo = $state.raw<MessageRecipient>();
  readonly #newest: AutoOpenedItem;
  readonly key: string | undefined = $derived.by(() => this.parts.current() ?? this.#newest.key);
  /** Its box is on screen. */
  readonly isOpen: boolean = $derived.by(
    () => this.key !== undefined && (this.isFresh || this.#drafts.get(this.key) !== undefined),
  );

  constructor(private readonly parts: Parts) {
    const { desk, spot, current, isAway, conversation } = parts;
    const { drafts } = desk;
    this.#newest = new AutoOpenedItem({
      isAway,
      isTaken: () => current() !== undefined || this.#sentTo !== undefined,
      first: () =>
        conversationFirst(drafts.list, conversation()).find(
          ({ sending }) => !isSendingUnderWay(sending?.state),
        )?.key,
      isThere: (key) => drafts.get(key) !== undefined,
    });
    $effect(() =>
      desk.onUndone((back) => {
        this.#returned = back;
        spot.active = back.key;
        this.open(back.key);
      }),
    );
    $effect(() => {
      if (current() !== undefined || isAway()) this.#sentTo = undefined;
    });
    // What was sent leaves the box, so that it can't be sent twice.
    $effect(() => {
      const { key } = this;
      if (key === undefined || !desk.isDone(key)) return;
      untrack(() => {
        desk.finish(key);
        this.#sentTo = drafts.bin.find(({ local }) => local === key)?.body;
        this.leave(key);
      });
    });
  }

  get #drafts() {
    return this.parts.desk.drafts;
  }

  get isFresh(): boolean {
    return this.key !== undefined && (this.key === this.#fresh || this.parts.isNew());
  }

  /** Where the caret was in one that was taken back. */
  get caret(): UndoTarget['caret'] {
    return this.#returned?.key === this.key ? this.#returned?.caret : undefined;
  }

  /** The conversation that the open one was sent to. */
  get sentTo(): MessageRecipient | undefined {
    return this.key === undefined ? this.#sentTo : undefined;
  }

  /** A person has opened it, or begun to write in it. */
  get isEntered(): boolean {
    return this.parts.current() !== undefined;
  }

  /** Nothing is beside the list, and nothing is about to be. */
  get isAlone(): boolean {
    return !this.isOpen && (this.isEntered || this.#newest.isClosed);
  }

  open(key: string): void {
    if (key !== this.#fresh) this.#fresh = undefined;
    this.parts.onshow({ draft: key });
  }

  start(): void {
    this.#fresh = this.#drafts.create(this.parts.conversation() ?? undefined);
    this.open(this.#fresh);
  }

  /** Somebody writes in what was only shown. */
  enter(): void {
    if (!this.isEntered && this.key !== undefined) this.open(this.key);
  }

  /** A person closes it, or it is gone by what they did; the keyboard goes back to the list. */
  close(): void {
    const { key } = this;
    const isListed = key !== undefined && this.#drafts.get(key) !== undefined;
    if (isListed || this.isFresh || key === undefined) this.#newest.close();
    else this.#newest.openNext();
    this.#sentTo = undefined;
    this.#back(isListed ? key : undefined);
  }

  /** It has gone from the list. */
  leave(key: string): void {
    this.#fresh = undefined;
    this.#drafts.blur(key);
    this.#newest.openNext();
    this.#back(undefined);
  }

  /** These are about to go from the list, where the keyboard is. */
  removed(keys: readonly string[]): void {
    if (this.key === undefined || !keys.includes(this.key)) return;
    this.#newest.openNext();
    if (this.isEntered) this.parts.onshow({});
  }

  #back(row: string | undefined): void {
    const { spot, onshow } = this.parts;
    void spot.leave(row, () => this.isEntered && onshow({}));
  }
}
