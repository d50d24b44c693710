import { untrack } from 'svelte';
import { conversationFirst } from '../../features/drafts/conversation-first';
import {
  isSendingUnderWay,
  type UndoTarget,
  type DraftActions,
} from '../../features/drafts/draft-actions.svelte';
import type { DraftView } from '../../features/drafts/engine/draft-view';
import { afterPaint } from '../../ui/after-paint';
import type { ListController } from '../../ui/list/list-controller.svelte';
import type { MessageRecipient } from '../../writing/recipients/recipient';
import { AutoOpenedItem } from '../auto-opened-item.svelte';

interface Parts {
  readonly draftActions: DraftActions;
  readonly list: ListController<string>;
  /** Key of the draft that the user has opened. */
  readonly current: () => string | undefined;
  /** Whether that one was just started on another page. */
  readonly isNew: () => boolean;
  /** Whether something other than the list is on screen. */
  readonly isAway: () => boolean;
  /**
   * If opened from a conversation: its drafts are listed first, and a new one is addressed to it.
   */
  readonly conversation: () => MessageRecipient | null;
  readonly onshow: (view: App.DraftsView) => void;
}

/**
 * What is shown beside the list of drafts: the one that the user has opened, else the newest. After
 * Send, the conversation it went to, until the user moves on. Create one during component
 * initialization.
 */
export class OpenDraft {
  /** Key of a draft just created: open although it isn't listed yet. */
  #fresh = $state<string>();
  #returned = $state.raw<UndoTarget>();
  #sentTo = $state.raw<MessageRecipient>();
  /** The open draft, when it was deleted: it stays until the list without it is painted. */
  #parting = $state.raw<DraftView>();
  readonly #newest: AutoOpenedItem;
  readonly key: string | undefined = $derived.by(() => this.parts.current() ?? this.#newest.key);
  readonly draft: DraftView | undefined = $derived.by(() => this.#draftOf(this.key));
  /** Whether its box is on screen. */
  readonly isOpen: boolean = $derived.by(
    () => this.key !== undefined && (this.isFresh || this.draft !== undefined),
  );

  constructor(private readonly parts: Parts) {
    const { draftActions, list, current, isAway, conversation } = parts;
    const { drafts } = draftActions;
    this.#newest = new AutoOpenedItem({
      isAway,
      isTaken: () => current() !== undefined || this.#sentTo !== undefined,
      first: () =>
        conversationFirst(drafts.order, conversation(), (key) => drafts.get(key)?.body).find(
          (key) => drafts.get(key) && !isSendingUnderWay(drafts.get(key)?.sending?.state),
        ),
      isThere: (key) => this.#draftOf(key) !== undefined,
    });
    $effect(() => (this.#parting ? afterPaint(this.#goOn) : undefined));
    $effect(() =>
      draftActions.onUndone((back) => {
        this.#returned = back;
        list.active = back.key;
        this.open(back.key);
      }),
    );
    $effect(() => {
      if (current() !== undefined || isAway()) this.#sentTo = undefined;
    });
    // A sent draft leaves the box, so that it can't be sent twice.
    $effect(() => {
      const { key } = this;
      if (key === undefined || !draftActions.isDone(key)) return;
      untrack(() => {
        draftActions.finish(key);
        this.#sentTo = drafts.trash.find(({ local }) => local === key)?.body;
        this.leave(key);
      });
    });
  }

  get #drafts() {
    return this.parts.draftActions.drafts;
  }

  get isFresh(): boolean {
    return this.key !== undefined && (this.key === this.#fresh || this.parts.isNew());
  }

  /** The caret position in a draft restored by Undo. */
  get caret(): UndoTarget['caret'] {
    return this.#returned?.key === this.key ? this.#returned?.caret : undefined;
  }

  /** The conversation that the open draft was sent to. */
  get sentTo(): MessageRecipient | undefined {
    return this.key === undefined ? this.#sentTo : undefined;
  }

  /** Whether the user has opened it, or started to type in it. */
  get isEntered(): boolean {
    return this.parts.current() !== undefined;
  }

  /** Whether nothing is beside the list now or after the next paint. */
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

  /** The user types in the automatically shown draft. */
  enter(): void {
    if (!this.isEntered && this.key !== undefined) this.open(this.key);
  }

  /**
   * Called when the user closes the draft or an action of theirs removes it; the focus returns to
   * the list.
   */
  close(): void {
    const { key } = this;
    const isListed = key !== undefined && this.#drafts.get(key) !== undefined;
    if (isListed || this.isFresh || key === undefined) this.#newest.close();
    else this.#newest.openNext();
    this.#sentTo = undefined;
    this.#back(isListed ? key : undefined);
  }

  /** Called when it has left the list. */
  leave(key: string): void {
    this.#fresh = undefined;
    this.#drafts.blur(key);
    this.#newest.openNext();
    this.#back(undefined);
  }

  /** Called when these were deleted, while the list has the focus. */
  removed(keys: readonly string[]): void {
    const { draft } = this;
    if (draft && keys.includes(draft.key)) this.#parting = draft;
  }

  readonly #goOn = (): void => {
    if (this.key === this.#parting?.key) {
      this.#newest.openNext();
      if (this.isEntered) this.parts.onshow({});
    }
    this.#parting = undefined;
  };

  #draftOf(key: string | undefined): DraftView | undefined {
    if (key === undefined) return undefined;
    return this.#drafts.get(key) ?? (this.#parting?.key === key ? this.#parting : undefined);
  }

  #back(row: string | undefined): void {
    const { list, onshow } = this.parts;
    void list.leave(row, () => this.isEntered && onshow({}));
  }
}
