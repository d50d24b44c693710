import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import * as v from 'valibot';
import { NetworkFailure } from '../../../api/errors';
import type { ServerEvent } from '../../../api/event-types';
import type { Message } from '../../../api/read-messages';
import type { Account } from '../../../client/account/account.svelte';
import { errorMessage } from '../../../client/calls/error-table';
import { UnsavedEditStore } from '../../../client/storage/unsaved-edit-store.svelte';
import { addressedTextSchema, type AddressedText } from '../../../writing/sending/addressed-text';
import { recipientOfMessage } from '../apply-event-to-messages';
import {
  EditConflict,
  isSameMessageText,
  replaceMessageText,
  fetchMessageSource,
} from './message-source';

const schema = v.object({ base: v.string(), body: addressedTextSchema });

/** An edit of a sent message that is not saved on the server yet. */
export interface MessageEdit {
  /** The Markdown that the user started from. */
  readonly base: string;
  readonly body: AddressedText;
}

/** The message being edited. */
interface Open {
  readonly message: Message;
  /** The server's Markdown; undefined until it is fetched. */
  readonly base?: string;
}

interface State {
  readonly isSaving?: boolean;
  /** Why saving failed. */
  readonly failure?: unknown;
  /** Why the text to edit could not be fetched. */
  readonly unread?: unknown;
  /** The server's current text, if it differs from both the base and the user's text. */
  readonly theirs?: string;
}

/**
 * Edits of sent messages. Every keystroke is stored on this device until the server has the text or
 * the user discards it, so an edit survives a reload, being offline, and changes elsewhere. One per
 * account, because saving continues after the page is left.
 */
export class MessageEdits {
  readonly unsaved: UnsavedEditStore<MessageEdit>;
  readonly #states = new SvelteMap<number, State>();
  #open = $state.raw<Open>();
  #release: (() => MessageEdit | undefined) | undefined;

  constructor(
    private readonly account: Account,
    private readonly toDraft: (body: AddressedText) => void,
  ) {
    this.unsaved = new UnsavedEditStore<MessageEdit>(
      account.id,
      'message',
      schema,
      (one, other) => one.body.content === other.body.content,
    );
    $effect(() => this.unsaved.follow());
    $effect(() =>
      account.onEvents(['update_message'], (events) =>
        events.forEach((event) => this.#hear(event)),
      ),
    );
    // Retry on reconnect what failed without a connection.
    $effect(() => {
      if (account.connection.kind !== 'online') return;
      untrack(() => {
        for (const [id, { failure, unread }] of this.#states) {
          if (failure instanceof NetworkFailure) void this.save(id);
          else if (unread !== undefined && this.#open?.message.id === id) {
            void this.open(this.#open.message);
          }
        }
      });
    });
  }

  /** The message being edited, as it was when the editor opened. */
  get current(): Message | undefined {
    return this.#open?.message;
  }

  /** The edit of a message. For the open message, also while the text is unchanged. */
  of(id: number): MessageEdit | undefined {
    const kept = this.unsaved.get(String(id));
    const { message, base } = this.#open ?? {};
    if (kept || !message || message.id !== id || base === undefined) return kept;
    return { base, body: { ...recipientOfMessage(message, this.account.user_id), content: base } };
  }

  isSaving(id: number): boolean {
    return this.#states.get(id)?.isSaving ?? false;
  }

  failureOf(id: number): string | undefined {
    const { failure, unread } = this.#states.get(id) ?? {};
    const reason = failure ?? unread;
    return reason === undefined ? undefined : errorMessage(reason);
  }

  theirsOf(id: number): string | undefined {
    return this.#states.get(id)?.theirs;
  }

  /**
   * Opens a message for editing, or resumes its stored edit. An edit that was open is closed and
   * kept.
   */
  async open(message: Message): Promise<void> {
    const { id } = message;
    if (this.#open?.message.id !== id) this.close();
    const kept = this.unsaved.get(String(id));
    this.#open = { message, ...(kept && { base: kept.base }) };
    this.#release ??= this.unsaved.hold(String(id));
    this.#states.set(id, this.isSaving(id) ? { isSaving: true } : {});
    try {
      const there = await fetchMessageSource(this.account, id);
      if (this.#open?.message.id !== id || this.isSaving(id)) return;
      if (this.#open.base === undefined) this.#open = { message, base: there };
      else this.#compare(id, there);
    } catch (failure) {
      const isOpen = this.#open?.message.id === id;
      if (isOpen && this.#open?.base === undefined) this.#states.set(id, { unread: failure });
    }
  }

  change(id: number, content: string): void {
    const edit = this.of(id);
    if (!edit) return;
    const { isSaving, theirs } = this.#states.get(id) ?? {};
    this.#states.set(id, {
      ...(isSaving && { isSaving }),
      ...(theirs !== undefined && { theirs }),
    });
    if (content === edit.base) this.unsaved.drop(String(id));
    else this.unsaved.put(String(id), { ...edit, body: { ...edit.body, content } });
  }

  /** Closes the editor and keeps the edit. */
  close(): void {
    const { message } = this.#open ?? {};
    this.#open = undefined;
    const mine = this.#release?.();
    this.#release = undefined;
    // Another tab's text replaced this one, so save this one as a draft.
    if (mine) this.toDraft(mine.body);
    if (message && !this.unsaved.get(String(message.id))) this.#states.delete(message.id);
  }

  /** Discards the edit and leaves the message unchanged. Returns the edit, for undo. */
  discard(id: number): MessageEdit | undefined {
    const edit = this.unsaved.get(String(id));
    this.unsaved.drop(String(id));
    this.#states.delete(id);
    if (this.#open?.message.id === id) this.close();
    return edit;
  }

  restore(id: number, edit: MessageEdit): void {
    if (!this.unsaved.get(String(id))) this.unsaved.put(String(id), edit);
  }

  /** Saves the user's text as a draft and leaves the message as it is. */
  giveWay(id: number): void {
    const edit = this.unsaved.get(String(id));
    if (edit) this.toDraft(edit.body);
    this.discard(id);
  }

  /** Continues with the user's text over the server's, which is saved as a draft. */
  insist(id: number): void {
    const edit = this.of(id);
    const theirs = this.theirsOf(id);
    if (!edit || theirs === undefined) return;
    this.toDraft({ ...edit.body, content: theirs });
    this.unsaved.put(String(id), { ...edit, base: theirs });
    if (this.#open?.message.id === id) this.#open = { ...this.#open, base: theirs };
    this.#states.set(id, {});
  }

  /** Continues with the server's text when the user changed nothing. */
  takeNewest(id: number): void {
    const theirs = this.theirsOf(id);
    if (theirs === undefined || this.#open?.message.id !== id) return;
    this.#open = { ...this.#open, base: theirs };
    this.#states.set(id, {});
  }

  /**
   * Saves the edit; calls during saving do nothing. Closes the editor once the server has the whole
   * text.
   */
  async save(id: number): Promise<void> {
    const edit = this.unsaved.get(String(id));
    if (this.isSaving(id) || this.theirsOf(id) !== undefined) return;
    if (!edit) return this.#closeIf(id);
    const { content } = edit.body;
    this.#states.set(id, { isSaving: true });
    try {
      await replaceMessageText(this.account, id, edit.base, content);
      this.#states.delete(id);
      const later = this.unsaved.get(String(id))?.body.content ?? edit.base;
      if (later !== content) {
        // What the user typed during saving is a new edit.
        if (this.#open?.message.id === id) this.#open = { ...this.#open, base: content };
        this.unsaved.put(String(id), { base: content, body: { ...edit.body, content: later } });
        return;
      }
      this.unsaved.drop(String(id));
      this.#closeIf(id);
    } catch (failure) {
      const isConflict = failure instanceof EditConflict;
      this.#states.set(id, isConflict ? { theirs: failure.theirs } : { failure });
    }
  }

  #closeIf(id: number): void {
    if (this.#open?.message.id === id) this.close();
  }

  #compare(id: number, there: string): void {
    const edit = this.of(id);
    if (!edit || this.isSaving(id)) return;
    const { theirs: _theirs, ...state } = this.#states.get(id) ?? {};
    const isKnown =
      isSameMessageText(there, edit.base) || isSameMessageText(there, edit.body.content);
    this.#states.set(id, isKnown ? state : { ...state, theirs: there });
  }

  #hear(event: ServerEvent): void {
    if (event.kind !== 'update_message' || event.rendering_only) return;
    const { message_id, content } = event;
    if (message_id !== undefined && content !== undefined) this.#compare(message_id, content);
  }
}
