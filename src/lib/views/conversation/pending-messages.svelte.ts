import { untrack } from 'svelte';
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { useAccount, type Account } from '../../client/account/account.svelte';
import { useAccountStores } from '../../client/account/account-stores.svelte';
import {
  useMessageLists,
  type MessageLists,
} from '../../features/conversation/list/message-lists.svelte';
import { useDrafts } from '../../features/drafts/context';
import type { AccountDrafts } from '../../features/drafts/account-drafts.svelte';
import { isSameConversation, type MessageRecipient } from '../../writing/recipients/recipient';

/** A text that goes out, where its message will stand. */
export interface PendingMessage {
  /** Of the draft. */
  readonly key: string;
  readonly content: string;
  /** It could not be sent, or nobody knows whether it was. */
  readonly state: 'under way' | 'failed' | 'unknown';
  readonly reason: string | null;
}

/** The most that are remembered until their messages are there. */
const maxRememberedTexts = 50;

/**
 * What this account sends, from the moment it is sent until its message is in the lists, whichever is
 * told first: the reply, or the event. One row for one text.
 */
export class PendingMessages {
  /** Ids of messages by the drafts that they were. */
  readonly #ids = new SvelteMap<string, number>();
  /** Drafts whose messages have been in the lists: what becomes of them there is their own affair. */
  readonly #arrived = new SvelteSet<string>();
  /** Texts that have been accepted, and are no drafts any more. */
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
        account.onEvent((event) => {
          if (event.kind !== 'message' || event.local_message_id === undefined) return;
          this.#ids.set(event.local_message_id, event.message.id);
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

  /** Oldest first; `open`: the draft whose box is open, which tells of itself. */
  to(conversation: MessageRecipient, open: string | undefined): readonly PendingMessage[] {
    const { messages } = this.lists.cache;
    const isThere = (key: string) => {
      const id = this.#ids.get(key);
      return this.#arrived.has(key) || (id !== undefined && messages.has(id));
    };
    const listed = this.drafts.list.flatMap(({ key, body, sending }) => {
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

/** The account's one; to be asked for while a component starts. */
export function usePendingMessages(): PendingMessages {
  const [account, drafts, lists] = [useAccount(), useDrafts(), useMessageLists()];
  return useAccountStores().getOrCreate(
    PendingMessages,
    () => new PendingMessages(account, drafts, lists),
  );
}
