import { untrack } from 'svelte';
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Account } from '../../client/account/account.svelte';
import { accountStore } from '../../client/account/account-stores.svelte';
import {
  useMessageLists,
  type MessageLists,
} from '../../features/conversation/list/message-lists.svelte';
import { useDrafts } from '../../features/drafts/context';
import type { AccountDrafts } from '../../features/drafts/account-drafts.svelte';
import { isSameConversation, type MessageRecipient } from '../../writing/recipients/recipient';

/** A message being sent, shown where it will appear. */
export interface PendingMessage {
  readonly key: string;
  readonly content: string;
  /** Sending failed, or its result is unknown. */
  readonly state: 'under way' | 'failed' | 'unknown';
  readonly reason: string | null;
}

/** How many texts are remembered until their messages are listed. */
const maxRememberedTexts = 50;

/**
 * Messages that this account is sending, each shown once from the moment of sending until it is
 * listed, whichever comes first: the reply or the event.
 */
export class PendingMessages {
  /** Message ids by the key of their draft. */
  readonly #ids = new SvelteMap<string, number>();
  /**
   * Keys of drafts whose messages have been listed: later changes there, for example deletion,
   * don't bring them back.
   */
  readonly #arrived = new SvelteSet<string>();
  /** Texts of accepted messages that are no longer drafts. */
  readonly #texts = new SvelteMap<
    string,
    { readonly to: MessageRecipient; readonly content: string }
  >();

  constructor(
    account: Account,
    private readonly drafts: AccountDrafts,
    private readonly lists: MessageLists,
  ) {
    $effect(() => {
      const stops = [
        account.onEvents(['message'], (events) => {
          for (const { local_message_id, message } of events)
            if (local_message_id !== undefined) this.#ids.set(local_message_id, message.id);
        }),
        drafts.onSent(({ key, messageId }) => {
          const body = drafts.get(key)?.body;
          if (body) this.#texts.set(key, { to: body, content: body.content });
          this.#ids.set(key, messageId);
          for (const old of [...this.#texts.keys()].slice(0, -maxRememberedTexts))
            this.#texts.delete(old);
          for (const old of [...this.#ids.keys()].slice(0, -maxRememberedTexts)) {
            this.#ids.delete(old);
            this.#arrived.delete(old);
          }
        }),
      ];
      return () => stops.forEach((stop) => stop());
    });
    $effect(() => {
      const { messages } = lists.cache;
      const there = [...this.#ids].filter(([, id]) => messages.has(id));
      untrack(() => there.forEach(([key]) => this.#arrived.add(key)));
    });
  }

  /** Oldest first. Leaves out `open`, the draft in the open box, which shows its own status. */
  to(conversation: MessageRecipient, open: string | undefined): readonly PendingMessage[] {
    const { messages } = this.lists.cache;
    const isThere = (key: string) => {
      const id = this.#ids.get(key);
      return this.#arrived.has(key) || (id !== undefined && messages.has(id));
    };
    const listed = this.drafts.outgoing.flatMap(({ key, body, sending }) => {
      if (!sending || key === open || !isSameConversation(body, conversation)) return [];
      const { state: how, reason } = sending;
      const state = how === 'failed' || how === 'unknown' ? how : ('under way' as const);
      return { key, content: body.content, state, reason };
    });
    const known = new Set(listed.map(({ key }) => key));
    const accepted = [...this.#texts].flatMap(([key, { to, content }]) =>
      known.has(key) || !isSameConversation(to, conversation)
        ? []
        : { key, content, state: 'under way' as const, reason: null },
    );
    return [...accepted, ...listed.reverse()].filter(({ key }) => !isThere(key));
  }
}

export const usePendingMessages = accountStore(
  (stores) => new PendingMessages(stores.account, useDrafts(), useMessageLists(stores)),
);
