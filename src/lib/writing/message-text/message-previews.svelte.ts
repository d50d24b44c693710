import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { ApiError } from '../../api/errors';
import type { ServerEvent } from '../../api/event-types';
import { hasParameter } from '../../api/feature-level';
import { getMessage, getMessages, type Message } from '../../api/read-messages';
import type { Account } from '../../client/account/account.svelte';
import {
  useOfflineMessageCache,
  type OfflineMessageCache,
} from '../message-cache/offline-message-cache';
import { accountStore } from '../../client/account/account-stores.svelte';
import { timeStyleOf } from '../../time/time-style';
import { recipientOfMessage } from '../recipients/conversation-key';
import type { MessageRecipient } from '../recipients/recipient';
import { messageOneLine } from './message-lines';

/** The parts of a message that a list row shows. */
export interface MessagePreview {
  readonly sender_id: number;
  readonly sender_full_name: string;
  readonly text: string;
  /** The message's conversation. */
  readonly recipient: MessageRecipient;
  /** UNIX seconds. */
  readonly timestamp: number;
}

/** Messages per call, about three screens of rows. */
const batch = 100;
/** Cached previews; the oldest are dropped first. */
const maxPreviews = 5000;

/** Previews of messages, fetched in batches as rows become visible and updated by events. */
export class MessagePreviews {
  readonly #account: Account;
  readonly #lines = new SvelteMap<number, MessagePreview | null>();
  readonly #wanted = new Set<number>();
  #isDue = false;

  constructor(
    account: Account,
    private readonly kept: OfflineMessageCache,
  ) {
    this.#account = account;
    $effect(() =>
      account.onEvents(['message', 'update_message', 'delete_message'], (events) =>
        untrack(() => events.forEach((event) => this.#hear(event))),
      ),
    );
    $effect(() => {
      if (account.connection.kind === 'online') untrack(() => this.#ask());
    });
  }

  /** Undefined until known; null if the message no longer exists. */
  get(id: number | undefined): MessagePreview | null | undefined {
    return id === undefined ? undefined : this.#lines.get(id);
  }

  /** Fetches missing previews; rows that ask in the same tick share a call. */
  request(ids: readonly number[]): void {
    for (const id of ids) if (!this.#lines.has(id)) this.#wanted.add(id);
    if (this.#wanted.size > 0) this.#ask();
  }

  #ask(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => void this.#read());
  }

  async #read(): Promise<void> {
    while (this.#wanted.size > 0) {
      const ids = [...this.#wanted].slice(0, batch);
      try {
        const messages = await this.#fetch(ids);
        const found = new Map(messages.map((message) => [message.id, message]));
        for (const id of ids) {
          this.#wanted.delete(id);
          const message = found.get(id);
          this.#lines.set(id, message ? this.#lineOf(message) : null);
        }
      } catch {
        // Fetched again on the next connection, or for the next row. Until then, uses the offline
        // cache.
        const kept = await this.kept.byId(ids);
        for (const [id, message] of kept) this.#lines.set(id, this.#lineOf(message));
        break;
      }
    }
    this.#isDue = false;
    for (const id of [...this.#lines.keys()].slice(
      0,
      Math.max(0, this.#lines.size - maxPreviews),
    )) {
      this.#lines.delete(id);
    }
  }

  async #fetch(message_ids: readonly number[]): Promise<readonly Message[]> {
    const { call, state } = this.#account;
    const shape = { apply_markdown: true, allow_empty_topic_name: true };
    if (hasParameter(getMessages, 'message_ids', state)) {
      const params = { message_ids: [...message_ids], client_gravatar: true, ...shape };
      return (await call(getMessages, params)).messages;
    }
    const replies = await Promise.all(
      message_ids.map((message_id) =>
        call(getMessage, { message_id, ...shape }).then(
          ({ message }) => [message],
          (failure: unknown) => {
            if (failure instanceof ApiError) return [];
            throw failure;
          },
        ),
      ),
    );
    return replies.flat();
  }

  /** Drops a preview, and fetches it again immediately if it was known. */
  #forget(id: number): void {
    if (this.#lines.delete(id)) this.request([id]);
  }

  #lineOf(message: Message): MessagePreview {
    const { sender_id, sender_full_name, content, timestamp } = message;
    const recipient = recipientOfMessage(message, this.#account.user_id);
    return { sender_id, sender_full_name, recipient, text: this.#text(content), timestamp };
  }

  #text(html: string): string {
    return messageOneLine(html, timeStyleOf(this.#account));
  }

  #hear(event: ServerEvent): void {
    if (event.kind === 'message') {
      this.#lines.set(event.message.id, this.#lineOf(event.message));
    } else if (event.kind === 'update_message') {
      const { message_id: id, rendered_content } = event;
      if (event.orig_subject !== undefined || event.new_stream_id !== undefined) {
        for (const moved of event.message_ids ?? []) this.#forget(moved);
      }
      const line = id === undefined ? undefined : this.#lines.get(id);
      if (id === undefined || !line || rendered_content === undefined) return;
      this.#lines.set(id, { ...line, text: this.#text(rendered_content) });
    } else if (event.kind === 'delete_message') {
      for (const id of event.message_ids) this.#lines.delete(id);
    }
  }
}

export const useMessagePreviews = accountStore(
  (stores) => new MessagePreviews(stores.account, useOfflineMessageCache(stores)),
);
