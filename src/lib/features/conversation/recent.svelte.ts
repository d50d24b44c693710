import { untrack } from 'svelte';
import type { ServerEvent } from '../../api/event-types';
import { hasParameter } from '../../api/level';
import { getMessages, type Message } from '../../api/read-messages';
import { useAccount, type Account } from '../../client/account.svelte';
import { useKeptMessages, type KeptMessages } from '../../client/kept-messages/kept-messages';
import { useReadMarks, type ReadMarks } from '../../client/read-marks/read-marks.svelte';
import { useRooms } from '../../client/rooms.svelte';
import type { Recipient } from '../../writing/recipient';
import { conversationKey, messagesAfter, recipientOf, withMessages } from './messages-after';
import { unreadCounts } from './unread-counts';

/** Messages that are looked at in one go: the conversations that have some of them are listed. */
const looked = 400;
/** How many more may come before the oldest are let go. */
const slack = 200;
/** Direct messages older than these that are listed all the same. */
const mostDirect = 100;

export interface RecentConversation {
  readonly key: string;
  readonly recipient: Recipient;
  readonly newest: Message;
  /** Of all, also of those that are not looked at. */
  readonly unread: number;
  /** Oneself has written one of the messages that are looked at. */
  readonly isParticipated: boolean;
}

/** The conversations of the newest messages, newest first. One for each account. */
export class RecentConversations {
  readonly #account: Account;
  readonly #marks: ReadMarks;
  #messages = $state.raw<readonly Message[]>();
  /** The last ones of direct conversations, most of them older than the others. */
  #direct = $state.raw<readonly Message[]>([]);
  #foundOldest = $state(false);
  #wanted = looked;
  #failure = $state.raw<unknown>();
  #isLoading = $state(false);
  #meanwhile: ServerEvent[] = [];
  readonly #all = $derived.by(() => this.#grouped());

  constructor(account: Account, marks: ReadMarks, kept: KeptMessages) {
    this.#account = account;
    this.#marks = marks;
    // Until the server has told.
    if (!account.live) {
      void kept
        .recall(() => true)
        .then((found) => {
          if (found) this.#messages ??= withMessages([], found.messages);
        });
    }
    $effect(() =>
      untrack(() => {
        const stops = [
          account.onState(() => void this.reload()),
          account.onEvent((event) => this.#hear(event)),
        ];
        return () => stops.forEach((stop) => stop());
      }),
    );
  }

  /** Undefined until they are known. */
  get all(): readonly RecentConversation[] | undefined {
    return this.#all;
  }

  /** Why they could not be read. */
  get failure(): unknown {
    return this.#failure;
  }

  get isLoading(): boolean {
    return this.#isLoading;
  }

  /** Whether there are no messages but those that are looked at. */
  get foundOldest(): boolean {
    return this.#foundOldest;
  }

  /** When the oldest message that is looked at was sent, UNIX seconds. */
  get since(): number | undefined {
    return this.#messages?.[0]?.timestamp;
  }

  /** Looks further back. */
  async older(): Promise<void> {
    const [oldest] = this.#messages ?? [];
    if (this.#isLoading || !oldest || this.#foundOldest) return;
    await this.#load(async () => {
      const params = { anchor: String(oldest.id), num_before: looked, num_after: 0, ...shape };
      const { messages, found_oldest } = await this.#account.call(getMessages, params);
      this.#wanted += looked;
      this.#foundOldest = found_oldest ?? false;
      this.#messages = withMessages(messages, this.#messages ?? []);
    });
  }

  async reload(): Promise<void> {
    if (this.#isLoading) return;
    this.#meanwhile = [];
    await this.#load(async () => {
      const params = { anchor: 'newest', num_before: looked, num_after: 0, ...shape };
      const { messages, found_oldest } = await this.#account.call(getMessages, params);
      this.#wanted = looked;
      this.#foundOldest = found_oldest ?? false;
      this.#messages = withMessages([], messages);
      this.#direct = await this.#olderDirect(messages[0]?.id ?? 0);
    });
  }

  /** Direct conversations are listed, however long ago one wrote there. */
  async #olderDirect(oldest: number): Promise<readonly Message[]> {
    const { state, call } = this.#account;
    const message_ids = (state?.recent_private_conversations ?? [])
      .flatMap(({ max_message_id: id }) => (id < oldest ? [id] : []))
      .slice(0, mostDirect);
    if (message_ids.length === 0 || !hasParameter(getMessages, 'message_ids', state)) return [];
    return (await call(getMessages, { message_ids, ...shape })).messages;
  }

  async #load(read: () => Promise<void>): Promise<void> {
    this.#isLoading = true;
    this.#failure = undefined;
    try {
      await read();
    } catch (failure) {
      this.#failure = failure;
    }
    this.#isLoading = false;
    for (const event of this.#meanwhile.splice(0)) this.#hear(event);
  }

  #grouped() {
    const { user_id } = this.#account;
    if (!this.#messages) return undefined;
    const all = withMessages(this.#direct, this.#messages);
    return grouped(all, unreadCounts(this.#marks.unread, user_id), user_id);
  }

  #hear(event: ServerEvent): void {
    if (this.#isLoading) this.#meanwhile.push(event);
    if (!this.#messages) return;
    const after = (messages: readonly Message[]) =>
      messagesAfter(messages, event, this.#account.user_id, () => true).messages;
    const messages = after(this.#messages);
    this.#messages =
      messages.length > this.#wanted + slack ? messages.slice(-this.#wanted) : messages;
    if (event.kind !== 'message') this.#direct = after(this.#direct);
  }
}

const shape = { client_gravatar: true, apply_markdown: true, allow_empty_topic_name: true };

function grouped(
  messages: readonly Message[],
  unread: ReadonlyMap<string, number>,
  own: number | undefined,
): readonly RecentConversation[] {
  const groups = new Map<string, RecentConversation>();
  const participated = new Set<string>();
  for (const newest of messages) {
    const recipient = recipientOf(newest, own);
    const key = conversationKey(recipient);
    if (newest.sender_id === own) participated.add(key);
    const isParticipated = participated.has(key);
    groups.set(key, { key, recipient, newest, unread: unread.get(key) ?? 0, isParticipated });
  }
  return [...groups.values()].sort((a, b) => b.newest.id - a.newest.id);
}

/** The account's one; to be asked for while a component starts. */
export function useRecentConversations(): RecentConversations {
  const account = useAccount();
  const marks = useReadMarks();
  const kept = useKeptMessages();
  const make = () => new RecentConversations(account, marks, kept);
  return useRooms().one(RecentConversations, make);
}
