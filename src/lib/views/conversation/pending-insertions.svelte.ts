import { untrack } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import { useAccountStores } from '../../client/account/account-stores.svelte';
import { conversationKey } from '../../writing/recipients/conversation-key';
import { isSameConversation, type MessageRecipient } from '../../writing/recipients/recipient';

interface Insertion {
  readonly to: MessageRecipient;
  /** Nothing but the caret goes into the box where it is empty. */
  readonly lines: string;
}

/** What goes into the box of a conversation, as soon as that is on screen. One for each account. */
export class PendingInsertions {
  readonly #shown = new SvelteSet<MessageRecipient>();
  #due = $state.raw<Insertion>();

  /** The box of that conversation is on screen; the result takes it back. */
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

  /** For the box of that conversation; read reactively. */
  dueIn(conversation: MessageRecipient): Insertion | undefined {
    return this.#due && isSameConversation(this.#due.to, conversation) ? this.#due : undefined;
  }

  done(insertion: Insertion): void {
    if (this.#due === insertion) this.#due = undefined;
  }
}

/** The account's one; to be asked for while a component starts. */
export function usePendingInsertions(): PendingInsertions {
  return useAccountStores().getOrCreate(PendingInsertions, () => new PendingInsertions());
}

/** What is put for that conversation goes into this box. Call it while a component starts. */
export function applyPendingInsertions(
  conversation: () => MessageRecipient,
  box: () => { write(lines: string): Promise<void> } | undefined,
): void {
  const insertions = usePendingInsertions();
  const key = $derived(conversationKey(conversation()));
  /** The same object while it is the same conversation. */
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
