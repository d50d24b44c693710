import { untrack } from 'svelte';
import type { ServerEvent } from '../../api/event-types';
import { getMessages, type Message } from '../../api/read-messages';
import type { Account } from '../../client/account/account.svelte';
import {
  useOfflineMessageCache,
  type OfflineMessageCache,
} from '../../writing/message-cache/offline-message-cache';
import { useReadMarks, type ReadMarks } from '../../client/read-marks/read-marks.svelte';
import { accountStore } from '../../client/account/account-stores.svelte';
import { filterAddressed } from '../../writing/recipients/filter-addressed';
import type { MessageRecipient, RecipientDirectory } from '../../writing/recipients/recipient';
import { messageEventKinds } from './apply-message-event';
import { ChannelTopicsLoader } from './channel-topics-loader.svelte';
import {
  conversationKey,
  applyEventToMessages,
  recipientOfMessage,
  mergeMessages,
} from './apply-event-to-messages';
import { unreadByConversation } from './unread-ids';

/** Messages to fetch at a time; their conversations are listed. */
const looked = 400;
/** How many more can arrive before the oldest are dropped. */
const slack = 200;

export interface RecentConversation {
  readonly key: string;
  readonly recipient: MessageRecipient;
  /** Id of its newest message. */
  readonly id: number;
  readonly newest: Message | undefined;
  /** Number of unread messages, including those that aren't loaded. */
  readonly unread: number;
  /** The user wrote one of the loaded messages. */
  readonly isParticipated: boolean;
}

/** Those whose channel, topic or people match. */
export function searchConversations(
  all: readonly RecentConversation[],
  query: string,
  directory: RecipientDirectory,
): readonly RecentConversation[] {
  if (query.trim() === '') return all;
  const withText = all.map((one) => ({ ...one, body: { ...one.recipient, content: '' } }));
  return filterAddressed(withText, query, directory);
}

/**
 * Conversations, newest first. Contains those of the newest messages and, because one topic can
 * fill all of these, also those with unread messages, direct ones, and topics of the most relevant
 * channels. One per account.
 */
export class RecentConversations {
  readonly #account: Account;
  readonly #marks: ReadMarks;
  readonly #topics: ChannelTopicsLoader;
  #messages = $state.raw<readonly Message[]>();
  /** Newest messages of conversations that were deleted since. */
  #gone = $state.raw<ReadonlySet<number>>(new Set());
  #foundOldest = $state(false);
  #wanted = looked;
  #failure = $state.raw<unknown>();
  #isLoading = $state(false);
  /** Requested while another request is pending. */
  #wantsOlder = false;
  #meanwhile: ServerEvent[] = [];
  readonly #all = $derived.by(() => this.#grouped());

  constructor(account: Account, marks: ReadMarks, kept: OfflineMessageCache) {
    this.#account = account;
    this.#marks = marks;
    this.#topics = new ChannelTopicsLoader(account);
    // Shows cached messages until the server answers.
    if (!account.live) {
      void kept
        .find(() => true)
        .then((found) => {
          if (found) this.#messages ??= mergeMessages([], found.messages);
        });
    }
    $effect(() =>
      untrack(() => {
        const stops = [
          account.onState(() => void this.reload()),
          account.onEvents(messageEventKinds, (events) =>
            events.forEach((event) => this.#hear(event)),
          ),
        ];
        return () => stops.forEach((stop) => stop());
      }),
    );
  }

  /** Undefined until messages are loaded. */
  get all(): readonly RecentConversation[] | undefined {
    return this.#all;
  }

  /** Why they could not be fetched. */
  get failure(): unknown {
    return this.#failure;
  }

  get isLoading(): boolean {
    return this.#isLoading;
  }

  /** Whether all messages are loaded. */
  get foundOldest(): boolean {
    return this.#foundOldest;
  }

  /** When the oldest loaded message was sent, UNIX seconds. */
  get since(): number | undefined {
    return this.#messages?.[0]?.timestamp;
  }

  async older(): Promise<void> {
    const [oldest] = this.#messages ?? [];
    // Cached messages are fetched again first.
    this.#wantsOlder = this.#isLoading || !this.#account.live;
    if (this.#wantsOlder || !oldest || this.#foundOldest) return;
    await this.#load(async () => {
      const params = { anchor: String(oldest.id), num_before: looked, num_after: 0, ...shape };
      const { messages, found_oldest } = await this.#account.call(getMessages, params);
      this.#wanted += looked;
      this.#foundOldest = found_oldest ?? false;
      this.#messages = mergeMessages(messages, this.#messages ?? []);
      if (!this.#foundOldest) await this.#topics.loadMore(this.#channels());
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
      this.#messages = mergeMessages([], messages);
      this.#gone = new Set();
      if (this.#topics.all.length > 0) await this.#topics.reload();
      else if (!this.#foundOldest) await this.#topics.loadMore(this.#channels());
    });
  }

  /** Channels of the loaded messages, newest first. */
  #channels(): readonly number[] {
    const ids = (this.#messages ?? []).flatMap(({ stream_id: id }) => (id === undefined ? [] : id));
    return [...new Set(ids.reverse())];
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
    if (this.#wantsOlder && this.#failure === undefined) void this.older();
    this.#wantsOlder = false;
  }

  #grouped(): readonly RecentConversation[] | undefined {
    const messages = this.#messages;
    if (!messages) return undefined;
    const { user_id: own } = this.#account;
    const groups = new Map<string, Group>();
    const put = (recipient: MessageRecipient, id: number, key: string, newest?: Message) => {
      const known = groups.get(key);
      if (this.#gone.has(id) || (known && known.id > id)) return;
      groups.set(key, { key, recipient, id, newest });
    };
    for (const { recipient, id, key } of this.#topics.all) put(recipient, id, key);
    for (const { recipient, id } of this.#direct()) put(recipient, id, conversationKey(recipient));
    const unread = new Map<string, number>();
    for (const { place, ids } of unreadByConversation(this.#marks.unread, own)) {
      const key = conversationKey(place);
      unread.set(key, ids.length);
      if (this.#isUnmuted(place)) put(place, ids.at(-1) ?? 0, key);
    }
    const participated = new Set<string>();
    for (const message of messages) {
      const recipient = recipientOfMessage(message, own);
      const key = conversationKey(recipient);
      if (message.sender_id === own) participated.add(key);
      put(recipient, message.id, key, message);
    }
    return [...groups.values()]
      .map((group) => ({
        ...group,
        unread: unread.get(group.key) ?? 0,
        isParticipated: participated.has(group.key),
      }))
      .sort((a, b) => b.id - a.id);
  }

  /** Direct conversations of any age. */
  #direct(): readonly { readonly recipient: MessageRecipient; readonly id: number }[] {
    const { state, user_id: own } = this.#account;
    return (state?.recent_private_conversations ?? []).map(({ user_ids, max_message_id: id }) => {
      const to = user_ids.length > 0 || own === undefined ? user_ids : [own];
      return { recipient: { type: 'private', to, topic: '' }, id };
    });
  }

  /**
   * False for channels that the user left or that are archived: their unread messages can't be
   * opened.
   */
  #isUnmuted({ type, to }: MessageRecipient): boolean {
    if (type !== 'stream') return true;
    const channel = this.#account.subscriptions.get(to[0] ?? 0);
    return channel !== undefined && !channel.is_archived;
  }

  #hear(event: ServerEvent): void {
    if (this.#isLoading) this.#meanwhile.push(event);
    this.#topics.handleEvent(event);
    if (event.kind === 'delete_message') {
      const { message_ids, message_id } = event;
      this.#gone = new Set([...this.#gone, ...message_ids, ...(message_id ? [message_id] : [])]);
    }
    if (!this.#messages) return;
    const after = applyEventToMessages(this.#messages, event, this.#account.user_id, () => true);
    const { messages } = after;
    if (messages.length <= this.#wanted + slack) {
      this.#messages = messages;
      return;
    }
    this.#messages = messages.slice(-this.#wanted);
    this.#topics.forget(messages.slice(0, -this.#wanted));
    // From now on, older messages exist that aren't loaded.
    if (this.#foundOldest) void this.#topics.loadMore(this.#channels());
    this.#foundOldest = false;
  }
}

const shape = { client_gravatar: true, apply_markdown: true, allow_empty_topic_name: true };

type Group = Pick<RecentConversation, 'key' | 'recipient' | 'id' | 'newest'>;

export const useRecentConversations = accountStore(
  (stores) =>
    new RecentConversations(stores.account, useReadMarks(stores), useOfflineMessageCache(stores)),
);
