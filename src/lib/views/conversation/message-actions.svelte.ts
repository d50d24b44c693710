import { m } from '$lib/paraglide/messages';
import type { ApiOperation } from '../../api/define-operation';
import { updateMessage } from '../../api/edit-message';
import { ApiError } from '../../api/errors';
import { hasOperation } from '../../api/feature-level';
import { updateMessageFlags } from '../../api/flags';
import type { Message } from '../../api/read-messages';
import { createMessageReminder, deleteReminder } from '../../api/reminders';
import { useAccount, type Account } from '../../client/account/account.svelte';
import { errorMessage } from '../../client/calls/error-table';
import { useReadMarks, type ReadMarks } from '../../client/read-marks/read-marks.svelte';
import { useToasts } from '../../client/toasts';
import { recipientOfMessage } from '../../features/conversation/apply-event-to-messages';
import {
  useQuoteBasket,
  type QuoteBasket,
} from '../../features/conversation/basket/quote-basket.svelte';
import type { MessageEdits } from '../../features/conversation/editing/message-edits.svelte';
import { fetchMessageSource } from '../../features/conversation/editing/message-source';
import type { MessageList } from '../../features/conversation/list/message-list.svelte';
import { locateMessage } from '../../features/conversation/locate-message';
import type { OpenMessageDialog } from '../../features/conversation/MessageActionDialogs.svelte';
import type { MessageRowActions } from '../../features/conversation/MessageItem.svelte';
import { messageUrl } from '../../features/conversation/message-url';
import type { CardRequest } from '../../features/conversation/people/card-request';
import { reactionPeopleOf, type Reaction } from '../../features/conversation/reactions';
import type { ReadTracker } from '../../features/conversation/read/read-tracker.svelte';
import { useDrafts } from '../../features/drafts/context';
import { useDraftActions } from '../../features/drafts/draft-actions.svelte';
import { timeStyleOf } from '../../time/time-style';
import type Menu from '../../ui/Menu.svelte';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import { copyText } from '../../writing/message-text/copy-text';
import { messageLines } from '../../writing/message-text/message-lines';
import { hasAmbiguousName } from '../../writing/recipients/ambiguous-name';
import { isSameConversation, type MessageRecipient } from '../../writing/recipients/recipient';
import { recipientLabel } from '../../writing/recipients/recipient-label';
import { isResolved, toggleResolvedName } from '../../writing/recipients/resolved-topic';
import {
  announceUnread,
  markReadWithToast,
  undoReadMark,
} from '../../writing/unread/announce-read-marks';
import { usePendingInsertions } from './pending-insertions.svelte';
import { fenceAround } from '../../writing/message-text/fence';
import { sourceHtmlOf, plainTextOf } from '../../ui/rendered/copy-rendered';

const selectedMessageHtml = (id: number): string | undefined => selectedOf(id)?.innerHTML;

/** The same as plain text. */
function selectedMessageText(id: number): string | undefined {
  const selected = selectedOf(id);
  return selected && plainTextOf(selected);
}

function fullMessageText(id: number): string | undefined {
  const text = textElement(id);
  const source = text && sourceHtmlOf(text);
  return source && plainTextOf(source);
}

function selectedOf(id: number): HTMLElement | undefined {
  const text = textElement(id);
  const selection = getSelection();
  if (!text || !selection || selection.isCollapsed) return undefined;
  return sourceHtmlOf(text, selection.getRangeAt(0));
}

const textElement = (id: number) =>
  document.querySelector<HTMLElement>(`#message-${id} .rendered`) ?? undefined;

/** The line above a quote: its author as a silent mention, and a link to the message. */
function attributionOf(message: Message, account: Account): string {
  const { sender_id, sender_full_name } = message;
  const name = account.user(sender_id)?.full_name ?? sender_full_name;
  return m.conversation_quote_said({
    name: `@_**${name}|${sender_id}**`,
    link: messageUrl(message, account),
  });
}

/**
 * A message's Markdown, or part of it, as a quote.
 * https://zulip.com/help/quote-or-forward-a-message
 */
function quoteOf(message: Message, markdown: string, account: Account): string {
  const fence = fenceAround(markdown);
  return `${attributionOf(message, account)}:\n${fence}quote\n${markdown}\n${fence}`;
}

/** An open dialog that other features show; it stays open if its conversation is left. */
export type FollowUpDialog =
  | { readonly kind: 'forward'; readonly choose: (to: MessageRecipient) => void }
  | { readonly kind: 'remind' | 'silent'; readonly message: Message }
  | { readonly kind: 'snippet'; readonly content: string }
  | { readonly kind: 'schedule'; readonly key: string };

/** An emoji picker beside an element, for a reaction. */
export interface ReactionRequest {
  readonly anchor: HTMLElement;
  readonly pick: (emoji: Omit<Reaction, 'people'>) => void;
  /** Returns the focus. */
  readonly back: () => void;
}

interface MessagePaneParts {
  readonly list: MessageList;
  readonly reading: ReadTracker;
  readonly edits: MessageEdits;
  readonly frame: () => HTMLElement | undefined;
  readonly focus: (id: number) => void;
  /** Shows a message in its conversation; undefined if that is already on screen. */
  readonly open: ((message: Message) => void) | undefined;
  readonly show: (conversation: MessageRecipient) => void;
  /** Opens the conversation that everything on screen was moved to. */
  readonly follow: (conversation: MessageRecipient) => void;
  readonly ask: (dialog: FollowUpDialog) => void;
}

/**
 * Everything that the user can do with the messages of a pane; `message-menu.ts` lists what is
 * available when. Create it during component initialization.
 */
export class MessageActions implements MessageRowActions {
  readonly #account = useAccount();
  readonly #toasts = useToasts();
  readonly #marks = useReadMarks();
  readonly #drafts = useDrafts();
  readonly #draftActions = useDraftActions();
  readonly #insertions = usePendingInsertions();
  readonly #basket = useQuoteBasket();

  dialog = $state.raw<OpenMessageDialog>();
  card = $state.raw<CardRequest>();
  reaction = $state.raw<ReactionRequest>();
  isJumping = $state(false);
  /** The pane's menu, and the id of the message it is or was last open for. */
  menu = $state<Menu>();
  menuMessage = $state<number>();

  constructor(private readonly pane: MessagePaneParts) {}

  get open(): MessagePaneParts['open'] {
    return this.pane.open;
  }

  toggleMenu = ({ id }: Message, anchor: HTMLElement): void => {
    this.menuMessage = id;
    this.menu?.toggleAt(anchor);
  };

  showPerson = (id: number, anchor: HTMLElement): void => this.#toggleCard('person', id, anchor);

  showGroup = (id: number, anchor: HTMLElement): void => this.#toggleCard('group', id, anchor);

  #toggleCard(of: CardRequest['of'], id: number, anchor: HTMLElement): void {
    this.card = this.card?.anchor === anchor ? undefined : { of, id, anchor };
  }

  showHistory = (message: Message): void => this.ask('history', message);

  ask(kind: OpenMessageDialog['kind'], message: Message): void {
    this.dialog = { kind, message };
  }

  /** Opens the emoji picker beside the message. */
  chooseReaction = ({ id }: Message): void => {
    const { frame, focus, list } = this.pane;
    const anchor = frame()?.querySelector<HTMLElement>(`[data-actions="${id}"]`);
    if (!anchor) return;
    this.reaction = {
      anchor,
      pick: (emoji) => {
        const message = list.messages.find((one) => one.id === id);
        if (message) this.react(message, { ...emoji, people: reactionPeopleOf(message, emoji) });
      },
      back: () => focus(id),
    };
  };

  react = (message: Message, reaction: Reaction): void =>
    void this.#tryTo(() => this.pane.list.react(message, reaction));

  star = ({ id, flags }: Message): void => {
    const op = flags.includes('starred') ? 'remove' : 'add';
    void this.#tryTo(() =>
      this.#account.call(updateMessageFlags, { messages: [id], flag: 'starred', op }),
    );
  };

  /** Marks all messages up to it as read, or all of the list. */
  readTo = (message?: Message): void => {
    void markReadWithToast(this.pane.reading.unreadTo(message?.id), this.#marks, this.#toasts);
  };

  get lastReadMark(): ReadMarks['last'] {
    return this.#marks.last;
  }

  undoReadMark(): void {
    void undoReadMark(this.#marks.last, this.#marks, this.#toasts);
  }

  /** Marks it and all later messages as unread. */
  unreadFrom = ({ id }: Message): void => {
    void this.#tryTo(async () => {
      const { outcome, undo } = await this.pane.reading.unreadFrom(id);
      if (outcome.state !== 'failed') {
        this.#toasts.show({ key: 'messages-read', text: m.conversation_unread_done(), undo });
      }
      announceUnread(outcome, this.#toasts);
    });
  };

  copyLink = (message: Message): void => {
    void copyText(messageUrl(message, this.#account), m.ui_link_copied(), this.#toasts);
  };

  copyText = ({ id, content }: Message): void => {
    const text =
      selectedMessageText(id) ??
      fullMessageText(id) ??
      messageLines(content, timeStyleOf(this.#account)).join('\n');
    void copyText(text, m.ui_text_copied(), this.#toasts);
  };

  edit = (message: Message): void => {
    void this.pane.edits.open(message);
  };

  /** Marks its topic as resolved or unresolved. */
  resolve = (message: Message): void => {
    void this.#tryTo(() => this.#toggleResolved(message));
  };

  async #toggleResolved(message: Message, isUndo = false): Promise<void> {
    const from = this.#placeOf(message);
    const to = { ...from, topic: toggleResolvedName(from.topic) };
    await renameTopic(this.#account, message.id, to);
    if (this.#insertions.isShown(from)) this.pane.follow(to);
    const isDone = isResolved(to.topic);
    const words = isDone ? m.conversation_resolved : m.conversation_unresolved;
    const back = { ...message, subject: to.topic };
    this.#toasts.show({
      key: 'topic-resolved',
      text: words({ place: recipientLabel(isDone ? from : to, this.#account) }),
      undo: isUndo ? undefined : () => this.#toggleResolved(back, true),
    });
  }

  reply = (message: Message): void => {
    this.write(this.#placeOf(message));
  };

  replyDirectly = ({ sender_id }: Message): void => {
    this.write({ type: 'private', to: [sender_id], topic: '' });
  };

  /** Moves the caret into the box of that conversation, and inserts lines. */
  write(to: MessageRecipient, lines = ''): void {
    this.#insertions.put({ to, lines });
    if (!this.#insertions.isShown(to)) this.pane.show(to);
  }

  /** Quotes the message, or only the selected part of it, as do `forward` and `collect`. */
  quote = (message: Message): void => {
    this.#withQuote(message, (lines) => this.write(this.#placeOf(message), lines));
  };

  forward = (message: Message): void => {
    this.#withQuote(message, (lines) =>
      this.pane.ask({ kind: 'forward', choose: (to) => this.write(to, lines) }),
    );
  };

  collect = (message: Message): void => {
    void collectQuote(message, this.#account, this.#basket, this.#toasts);
  };

  /** Saves a draft that links to the message, with its text if it can be loaded. */
  replyLater = async (message: Message): Promise<void> => {
    const lines = await this.#quoted(message).catch(() => attributionOf(message, this.#account));
    const key = this.#draft(message, lines);
    const place = recipientLabel(this.#placeOf(message), this.#account);
    this.#toasts.show({
      key: 'reply-later',
      text: m.conversation_reply_later_done({ place }),
      undo: () => this.#drafts.remove([key]),
    });
  };

  /** Schedules a draft that quotes the message. */
  followUp = (message: Message): void => {
    this.#withQuote(message, async (lines) => {
      const [key] = await this.#draftActions.ready([this.#draft(message, lines)], true);
      if (key !== undefined) this.pane.ask({ kind: 'schedule', key });
    });
  };

  get canRemind(): boolean {
    return hasOperation(createMessageReminder as ApiOperation, this.#account.state);
  }

  remind = (message: Message): void => {
    this.pane.ask({ kind: 'remind', message });
  };

  /** Without `deleteReminder`, the reminder would come despite a reply. */
  get canRemindIfNoReply(): boolean {
    return hasOperation(deleteReminder as ApiOperation, this.#account.state);
  }

  /** Sets a reminder that is deleted when someone replies. */
  remindIfNoReply = (message: Message): void => {
    this.pane.ask({ kind: 'silent', message });
  };

  get canSaveSnippet(): boolean {
    return this.#account.state?.saved_snippets !== undefined;
  }

  saveSnippet = (message: Message): void => {
    void tryToRead(this.#toasts, async () => {
      const content = await markdownOf(message, this.#account);
      this.pane.ask({ kind: 'snippet', content });
    });
  };

  #draft(message: Message, lines: string): string {
    const key = this.#drafts.create(this.#placeOf(message));
    this.#drafts.edit(key, `${lines}\n`);
    this.#drafts.blur(key);
    return key;
  }

  #placeOf = (message: Message): MessageRecipient =>
    recipientOfMessage(message, this.#account.user_id);

  #withQuote(message: Message, use: (lines: string) => unknown): void {
    void tryToRead(this.#toasts, async () => use(await this.#quoted(message)));
  }

  async #quoted(message: Message): Promise<string> {
    return quoteOf(message, await markdownOf(message, this.#account), this.#account);
  }

  /** Shows why an action failed, if it does. */
  async #tryTo(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (failure) {
      this.#toasts.show({ tone: 'danger', text: errorMessage(failure) });
    }
  }
}

/** Adds a quote of the message to the basket. */
export function collectQuote(
  message: Message,
  account: Account,
  basket: QuoteBasket,
  toasts: ToastQueue,
): Promise<void> {
  return tryToRead(toasts, async () => {
    const text = await markdownOf(message, account);
    const key = basket.add({
      sender_id: message.sender_id,
      sender: account.user(message.sender_id)?.full_name ?? message.sender_full_name,
      place: recipientLabel(recipientOfMessage(message, account.user_id), account),
      text,
      lines: quoteOf(message, text, account),
    });
    toasts.show(
      key === undefined
        ? { key: 'quote-basket', tone: 'danger', text: m.conversation_basket_full() }
        : {
            key: 'quote-basket',
            text: m.conversation_collected({ count: basket.all.length }),
            undo: () => basket.remove(key),
          },
    );
  });
}

/** The Markdown of the selected part, or of the whole message. Throws `AnyFailure`. */
async function markdownOf(message: Message, account: Account): Promise<string> {
  const part = selectedMessageHtml(message.id);
  if (part === undefined) return fetchMessageSource(account, message.id);
  const { toMarkdown } = await import('../../features/compose/paste/to-markdown');
  return toMarkdown(part, { isShared: (id) => hasAmbiguousName(id, account.users) });
}

async function tryToRead(toasts: ToastQueue, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (failure) {
    const text = m.conversation_unreadable_one({ reason: errorMessage(failure) });
    toasts.show({ key: 'message-action', tone: 'danger', text });
  }
}

async function renameTopic(
  account: Account,
  message_id: number,
  to: MessageRecipient,
): Promise<void> {
  try {
    await account.call(updateMessage, {
      message_id,
      topic: to.topic,
      propagate_mode: 'change_all',
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: true,
    });
  } catch (failure) {
    // An earlier attempt succeeded but its reply was lost.
    const at = failure instanceof ApiError ? await locateMessage(account, message_id) : null;
    if (!at || !isSameConversation(at, to)) throw failure;
  }
}
