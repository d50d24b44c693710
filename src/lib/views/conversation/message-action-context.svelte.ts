import { m } from '$lib/paraglide/messages';
import type { ApiOperation } from '../../api/define-operation';
import { hasOperation } from '../../api/feature-level';
import type { Message } from '../../api/read-messages';
import { createMessageReminder, deleteReminder } from '../../api/reminders';
import { useAccount, type Account } from '../../client/account/account.svelte';
import { errorMessage } from '../../client/calls/error-table';
import { useToasts } from '../../client/toasts';
import {
  useQuoteBasket,
  type QuoteBasket,
} from '../../features/conversation/basket/quote-basket.svelte';
import { fetchMessageSource } from '../../features/conversation/editing/message-source';
import { recipientOfMessage } from '../../features/conversation/apply-event-to-messages';
import type { MessageEmojiRequest, MessagePorts } from '../../features/conversation/message-ports';
import { attributionOf, quoteOf } from '../../features/conversation/quote';
import { selectedMessageHtml } from '../../features/conversation/selected-message-text';
import { useDrafts } from '../../features/drafts/context';
import { useDraftActions, type DraftActions } from '../../features/drafts/draft-actions.svelte';
import type { AccountDrafts } from '../../features/drafts/account-drafts.svelte';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import type { MessageRecipient } from '../../writing/recipients/recipient';
import { recipientLabel } from '../../writing/recipients/recipient-label';
import { hasAmbiguousName } from '../../writing/recipients/ambiguous-name';
import { usePendingInsertions, type PendingInsertions } from './pending-insertions.svelte';

/** The open dialog about a message. */
export type DialogRequest =
  | { readonly kind: 'forward'; readonly lines: string }
  | { readonly kind: 'remind' | 'silent'; readonly message: Message }
  | { readonly kind: 'emoji'; readonly choice: MessageEmojiRequest }
  | { readonly kind: 'snippet'; readonly content: string }
  | { readonly kind: 'schedule'; readonly key: string };

/** Message actions that need other features. Create one during component initialization. */
export class MessageActionContext implements MessagePorts {
  dialog = $state.raw<DialogRequest>();

  constructor(
    readonly account: Account,
    private readonly toasts: ToastQueue,
    private readonly drafts: AccountDrafts,
    private readonly draftActions: DraftActions,
    private readonly insertions: PendingInsertions,
    private readonly basket: QuoteBasket,
    /** Opens a conversation. */
    private readonly show: (conversation: MessageRecipient) => void,
    /** Opens the conversation that everything on screen was moved to. */
    private readonly follow = show,
  ) {}

  reply = (message: Message): void => this.write(this.#placeOf(message));

  replyDirectly = ({ sender_id }: Message): void =>
    this.write({ type: 'private', to: [sender_id], topic: '' });

  quote = (message: Message): void => {
    void this.#withQuote(message, (lines) => this.write(this.#placeOf(message), lines));
  };

  forward = (message: Message): void => {
    void this.#withQuote(message, (lines) => (this.dialog = { kind: 'forward', lines }));
  };

  /** Saves a draft that links to the message, with its text if it can be loaded. */
  replyLater = (message: Message): void => void this.#replyLater(message);

  async #replyLater(message: Message): Promise<void> {
    const lines = await this.#quoted(message).catch(() => attributionOf(message, this.account));
    const key = this.#draft(this.#placeOf(message), `${lines}\n`);
    const place = recipientLabel(this.#placeOf(message), this.account);
    this.toasts.show({
      key: 'reply-later',
      text: m.conversation_reply_later_done({ place }),
      undo: () => this.drafts.remove([key]),
    });
  }

  collect = (message: Message): void => {
    void this.#try(async () => {
      const text = await this.#markdown(message);
      const key = this.basket.add({
        sender_id: message.sender_id,
        sender: this.account.user(message.sender_id)?.full_name ?? message.sender_full_name,
        place: recipientLabel(this.#placeOf(message), this.account),
        text,
        lines: quoteOf(message, text, this.account),
      });
      this.toasts.show(
        key === undefined
          ? { key: 'quote-basket', tone: 'danger', text: m.conversation_basket_full() }
          : {
              key: 'quote-basket',
              text: m.conversation_collected({ count: this.basket.all.length }),
              undo: () => this.basket.remove(key),
            },
      );
    });
  };

  followUp = (message: Message): void => {
    void this.#withQuote(message, async (lines) => {
      const key = this.#draft(this.#placeOf(message), `${lines}\n`);
      const [ready] = await this.draftActions.ready([key], true);
      if (ready !== undefined) this.dialog = { kind: 'schedule', key: ready };
    });
  };

  chooseEmoji = (choice: MessageEmojiRequest): void =>
    void (this.dialog = { kind: 'emoji', choice });

  get remind(): MessagePorts['remind'] {
    if (!hasOperation(createMessageReminder as ApiOperation, this.account.state)) return undefined;
    return (message) => (this.dialog = { kind: 'remind', message });
  }

  /** Needs `deleteReminder`: without it, the reminder would come despite a reply. */
  get remindIfNoReply(): MessagePorts['remindIfNoReply'] {
    if (!hasOperation(deleteReminder as ApiOperation, this.account.state)) return undefined;
    return (message) => (this.dialog = { kind: 'silent', message });
  }

  get saveSnippet(): MessagePorts['saveSnippet'] {
    if (this.account.state?.saved_snippets === undefined) return undefined;
    return (message) =>
      void this.#try(async () => {
        const content = await this.#markdown(message);
        this.dialog = { kind: 'snippet', content };
      });
  }

  moved = (from: MessageRecipient, to: MessageRecipient): void => {
    if (this.insertions.isShown(from)) this.follow(to);
  };

  /** Inserts lines at the caret in the box of that conversation. */
  write(to: MessageRecipient, lines = ''): void {
    this.insertions.put({ to, lines });
    if (!this.insertions.isShown(to)) this.show(to);
  }

  #draft(to: MessageRecipient, content: string): string {
    const key = this.drafts.create(to);
    this.drafts.edit(key, content);
    this.drafts.blur(key);
    return key;
  }

  #placeOf = (message: Message): MessageRecipient =>
    recipientOfMessage(message, this.account.user_id);

  #withQuote(message: Message, use: (lines: string) => unknown): Promise<void> {
    return this.#try(async () => void (await use(await this.#quoted(message))));
  }

  async #quoted(message: Message): Promise<string> {
    return quoteOf(message, await this.#markdown(message), this.account);
  }

  /** The Markdown of the selected part, or of the whole message. Throws `AnyFailure`. */
  async #markdown(message: Message): Promise<string> {
    const part = selectedMessageHtml(message.id);
    if (part === undefined) return fetchMessageSource(this.account, message.id);
    const { toMarkdown } = await import('../../features/compose/paste/to-markdown');
    return toMarkdown(part, { isShared: (id) => hasAmbiguousName(id, this.account.users) });
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (failure) {
      const text = m.conversation_unreadable_one({ reason: errorMessage(failure) });
      this.toasts.show({ key: 'message-action', tone: 'danger', text });
    }
  }
}

/** Call it during component initialization. */
export function useMessageActionContext(
  show: (conversation: MessageRecipient) => void,
  follow?: (conversation: MessageRecipient) => void,
): MessageActionContext {
  const [account, toasts, drafts] = [useAccount(), useToasts(), useDrafts()];
  const [draftActions, insertions, basket] = [
    useDraftActions(),
    usePendingInsertions(),
    useQuoteBasket(),
  ];
  return new MessageActionContext(
    account,
    toasts,
    drafts,
    draftActions,
    insertions,
    basket,
    show,
    follow,
  );
}
