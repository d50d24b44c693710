import { untrack } from 'svelte';
import type { Account } from '../../client/account/account.svelte';
import type { AccountDrafts } from '../../features/drafts/account-drafts.svelte';
import {
  isSendingUnderWay,
  type CaretRange,
  type DraftActions,
} from '../../features/drafts/draft-actions.svelte';
import type { UploadsLoader } from '../../features/uploads/uploads-loader.svelte';
import { isSameConversation, type MessageRecipient } from '../../writing/recipients/recipient';

interface OpenDraft {
  readonly key: string;
  readonly caret?: CaretRange | undefined;
  /** The box takes the focus, because the user hasn't left it. */
  readonly focus: boolean;
}

interface ConversationDraftPorts {
  readonly account: Pick<Account, 'connection'>;
  readonly drafts: AccountDrafts;
  readonly draftActions: DraftActions;
  readonly uploads: UploadsLoader;
  /** Whether the caret is in the box. */
  readonly isFocused: () => boolean;
  /** A message was sent: the message list shows it. */
  readonly onsent: () => void;
}

/**
 * The draft in the box below a conversation. There is none until the stored drafts are loaded;
 * after a draft is sent, scheduled or deleted, the next one is open. Create it during component
 * initialization.
 */
export class ConversationDraft {
  #open = $state.raw<OpenDraft>();

  constructor(
    private readonly conversation: MessageRecipient,
    /** Whether the first draft takes the focus. */
    private readonly focus: boolean,
    private readonly ports: ConversationDraftPorts,
  ) {
    const { drafts, draftActions } = ports;
    /** Takes the step that `due` returns as soon as it returns one. */
    const follow = (due: () => (() => void) | undefined) => {
      $effect(() => {
        const step = due();
        if (step) untrack(step);
      });
    };
    follow(() => this.#begin());
    follow(() => this.#takeFiles());
    follow(() => {
      const { key } = this;
      if (key !== undefined && draftActions.isDone(key)) return () => this.#finish(key);
      if (!isSendingUnderWay(this.#draft?.sending?.state)) return undefined;
      // The message list shows the status of a message that is being sent.
      return () => {
        if (key !== undefined) drafts.blur(key);
        this.#renew();
        ports.onsent();
      };
    });
    $effect(() =>
      draftActions.onScheduled(
        (keys) => this.key !== undefined && keys.includes(this.key) && this.#renew(),
      ),
    );
    $effect(() =>
      draftActions.onUndone(({ key, caret }) => {
        const draft = drafts.get(key);
        if (draft && this.#isHere(draft.body)) this.#open = { key, caret, focus: true };
      }),
    );
  }

  get key(): string | undefined {
    return this.#open?.key;
  }

  get caret(): CaretRange | undefined {
    return this.#open?.caret;
  }

  get hasFocus(): boolean {
    return this.#open?.focus ?? this.focus;
  }

  /** Opens another draft, unless the box has text. Returns whether it is open. */
  take(key: string): boolean {
    const isFree = (this.#draft?.body.content ?? '') === '';
    if (isFree) this.#open = { key, focus: true };
    return isFree;
  }

  /** The user has left the box. A draft that was deleted is replaced by a new one. */
  leave(): void {
    const { drafts } = this.ports;
    if (this.key !== undefined && !drafts.isListed(this.key)) this.#renew();
    if (this.#open) this.#open = { ...this.#open, focus: false };
  }

  get #draft() {
    return this.key === undefined ? undefined : this.ports.drafts.get(this.key);
  }

  /** Continues the newest draft for this conversation, or starts a new one. */
  #begin(): (() => void) | undefined {
    const { account, drafts } = this.ports;
    if (this.#open || !drafts.loaded) return undefined;
    const first = drafts.shown.find(
      ({ body, sending }) => this.#isHere(body) && !isSendingUnderWay(sending?.state),
    )?.key;
    // The server's drafts are being loaded: one may be for this conversation.
    const isAwaited = drafts.awaited && ['connecting', 'online'].includes(account.connection.kind);
    if (first === undefined ? isAwaited : !drafts.get(first)) return undefined;
    return () => {
      this.#open = { key: first ?? drafts.create(this.conversation), focus: this.focus };
    };
  }

  /**
   * Takes over a draft whose files were dropped into an empty box of an earlier page and are still
   * uploading: it has no text yet.
   */
  #takeFiles(): (() => void) | undefined {
    const { drafts, uploads, isFocused } = this.ports;
    const { ready } = uploads;
    const key = ready?.jobs.find(
      ({ draft, recipient, placed }) =>
        !placed && this.#isHere(recipient) && !drafts.get(draft) && !ready.isHeld(draft),
    )?.draft;
    const isUntouched = this.#open !== undefined && !this.#draft?.body.content;
    if (key === undefined || key === this.key || !isUntouched) return undefined;
    return () => {
      drafts.setRecipient(key, this.conversation);
      this.#open = { key, focus: isFocused() };
    };
  }

  #finish(key: string): void {
    this.ports.draftActions.finish(key);
    this.ports.drafts.blur(key);
    this.#renew();
  }

  #renew(): void {
    this.#open = { key: this.ports.drafts.create(this.conversation), focus: true };
  }

  #isHere(recipient: MessageRecipient): boolean {
    return isSameConversation(recipient, this.conversation);
  }
}
