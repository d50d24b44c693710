import { untrack } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import { accountStore } from '../../client/account/account-stores.svelte';
import { conversationKey } from '../../writing/recipients/conversation-key';
import { isSameConversation, type MessageRecipient } from '../../writing/recipients/recipient';

interface Insertion {
  readonly to: MessageRecipient;
  /** An empty string only focuses the box. */
  readonly lines: string;
}

/** Text to insert into the box of a conversation as soon as it is on screen. One per account. */
export class PendingInsertions {
  readonly #shown = new SvelteSet<MessageRecipient>();
  #due = $state.raw<Insertion>();

  /** Registers that the conversation's box is on screen; the returned function removes it. */
  show(conversation: MessageRecipient): () => void {
    this.#shown.add(conversation);
    return () => this.#shown.delete(conversation);
  }

  isShown(conversation: MessageRecipient): boolean {
    return [...this.#shown].some((one) => isSameConversation(one, conversation));
  }

  put(insertion: Insertion): void {
    this.#due = insertion;
  }

  /** The insertion for the box of that conversation; reactive. */
  dueIn(conversation: MessageRecipient): Insertion | undefined {
    return this.#due && isSameConversation(this.#due.to, conversation) ? this.#due : undefined;
  }

  done(insertion: Insertion): void {
    if (this.#due === insertion) this.#due = undefined;
  }
}

export const usePendingInsertions = accountStore(() => new PendingInsertions());

/** Inserts text for that conversation into this box. Call it during component initialization. */
export function applyPendingInsertions(
  conversation: () => MessageRecipient,
  box: () => { write(lines: string): Promise<void> } | undefined,
): void {
  const insertions = usePendingInsertions();
  const key = $derived(conversationKey(conversation()));
  /** The same object as long as it is the same conversation. */
  const here = $derived.by(() => {
    void key;
    return untrack(conversation);
  });
  $effect(() => (box() ? insertions.show(here) : undefined));
  $effect(() => {
    const open = box();
    const due = open && insertions.dueIn(here);
    if (!due) return;
    untrack(() => {
      insertions.done(due);
      void open.write(due.lines);
    });
  });
}
