import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import * as v from 'valibot';
import { NetworkFailure } from '../../../api/errors';
import type { ServerEvent } from '../../../api/event-types';
import type { Message } from '../../../api/read-messages';
import type { Account } from '../../../client/account/account.svelte';
import { errorMessage } from '../../../client/calls/error-table';
import { UnsavedEditStore } from '../../../client/storage/unsaved-edit-store.svelte';
import type { AddressedText } from '../../../writing/sending/addressed-text';
import { recipientOfMessage } from '../apply-event-to-messages';
import {
  EditConflict,
  isSameMessageText,
  replaceMessageText,
  fetchMessageSource,
} from './message-source';

const bodySchema = v.object({
  type: v.picklist(['', 'stream', 'private']),
  to: v.array(v.number()),
  topic: v.string(),
  content: v.string(),
});
const schema = v.object({ base: v.string(), body: bodySchema });

/** A change of a sent message that the server does not have yet. */
export interface MessageEdit {
  /** The Markdown that the change began from. */
  readonly base: string;
  readonly body: AddressedText;
}

/** The message that is being written on. */
interface Open {
  readonly message: Message;
  /** As the server has it; undefined until it was read. */
  readonly base?: string;
}

interface State {
  readonly isSaving?: boolean;
  /** Why it was not saved. */
  readonly failure?: unknown;
  /** Why the text to begin from could not be read. */
  readonly unread?: unknown;
  /** The server's text by now, where it is neither what one began from nor what one wrote. */
  readonly theirs?: string;
}

/**
 * Sent messages that one changes. What is typed is on this device with each key, and stays there until
 * the server has it or the person lets go of it: through a reload, off line, and where the message was
 * changed elsewhere. One for each account, since what is being saved goes on without its page.
 */
export class MessageEdits {
  readonly unsaved: UnsavedEditStore<MessageEdit>;
  readonly #states = new SvelteMap<number, State>();
  #open = $state.raw<Open>();
  #letGo: (() => MessageEdit | undefined) | undefined;

  constructor(
    private readonly account: Account,
    /** Keeps a text as a draft. */
    private readonly toDraft: (body: AddressedText) => void,
  ) {
    this.unsaved = new UnsavedEditStore<MessageEdit>(
      account.id,
      'message',
      schema,
      (one, other) => one.body.content === other.body.content,
    );
    $effect(() => this.unsaved.follow());
    $effect(() => untrack(() => account.onEvent((event) => this.#hear(event))));
    // What found no connection goes out when there is one.
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

  /** The message whose text is open, as it was then. */
  get current(): Message | undefined {
    return this.#open?.message;
  }

  /** What is written of a message; of the open one also while it is as it was. */
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

  /** Opens its text, or goes on with the change that is kept. What was open is closed, and kept. */
  async open(message: Message): Promise<void> {
    const { id } = message;
    if (this.#open?.message.id !== id) this.close();
    const kept = this.unsaved.get(String(id));
    this.#open = { message, ...(kept && { base: kept.base }) };
    this.#letGo ??= this.unsaved.hold(String(id));
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

  /** A change stays as it is. */
  close(): void {
    const { message } = this.#open ?? {};
    this.#open = undefined;
    const mine = this.#letGo?.();
    this.#letGo = undefined;
    // Another tab's text has taken its place.
    if (mine) this.toDraft(mine.body);
    if (message && !this.unsaved.get(String(message.id))) this.#states.delete(message.id);
  }

  /** The message stays as it is; the change, to undo that. */
  discard(id: number): MessageEdit | undefined {
    const edit = this.unsaved.get(String(id));
    this.unsaved.drop(String(id));
    this.#states.delete(id);
    if (this.#open?.message.id === id) this.close();
    return edit;
  }

  /** Brings back what was discarded. */
  restore(id: number, edit: MessageEdit): void {
    if (!this.unsaved.get(String(id))) this.unsaved.put(String(id), edit);
  }

  /** One's text becomes a draft, and the message stays as it is. */
  giveWay(id: number): void {
    const edit = this.unsaved.get(String(id));
    if (edit) this.toDraft(edit.body);
    this.discard(id);
  }

  /** One's text goes on over the one that is there now, which becomes a draft. */
  insist(id: number): void {
    const edit = this.of(id);
    const theirs = this.theirsOf(id);
    if (!edit || theirs === undefined) return;
    this.toDraft({ ...edit.body, content: theirs });
    this.unsaved.put(String(id), { ...edit, base: theirs });
    if (this.#open?.message.id === id) this.#open = { ...this.#open, base: theirs };
    this.#states.set(id, {});
  }

  /** Nothing was changed here: goes on with the text that is there now. */
  takeNewest(id: number): void {
    const theirs = this.theirsOf(id);
    if (theirs === undefined || this.#open?.message.id !== id) return;
    this.#open = { ...this.#open, base: theirs };
    this.#states.set(id, {});
  }

  /** Once; the box closes when the server has all that was written. */
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
        // What was typed meanwhile is a change of its own.
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
