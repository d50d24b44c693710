import { untrack } from 'svelte';
import type { EventOf } from '../../api/event-types';
import { NetworkFailure } from '../../api/errors';
import type { ResultOf } from '../../api/define-operation';
import type { NarrowTerm } from '../../api/narrow';
import {
  checkMessagesMatchNarrow,
  getMessages,
  type MessageWithMatch,
  type Message,
} from '../../api/read-messages';
import type { Account } from '../../client/account/account.svelte';
import type { OfflineMessageCache } from '../../writing/message-cache/offline-message-cache';
import { affectedMessageIds, applyMessageEvent, messageEventKinds } from './apply-message-event';
import { matchesSearch } from './matches-search';
import { visibilityPoliciesOf } from './list/message-narrow';

const page = 50;
/** Maximum number of messages to fetch in one reload. */
const maxReread = 1000;
/** Maximum number of new messages to check in one request. */
const maxChecked = 100;

/** Anchor, and number of messages on each side of it. */
interface Part {
  readonly anchor: string;
  readonly older: number;
  readonly newer: number;
}

/**
 * The messages that a narrow finds, newest first. New messages join while it is shown if the server
 * says that they match. Create it during component initialization.
 */
export class MessageSearch {
  #messages = $state.raw<readonly MessageWithMatch[]>([]);
  #hasBegun = $state(false);
  #isLoading = $state(false);
  #failure = $state.raw<unknown>();
  #isWhole = $state(false);
  #hasNewest = $state(false);
  #keptAt = $state<number | null>();
  /** Something changed during the request. */
  #isStale = false;
  /** The connection returned during the request. */
  #mayRetry = false;
  readonly #gone = new Set<number>();
  /** New and changed messages that are not yet checked against the narrow, by id. */
  readonly #unchecked = new Map<number, Message | undefined>();
  #isChecking = false;
  readonly #stop = new AbortController();

  constructor(
    private readonly account: Account,
    private readonly narrow: readonly NarrowTerm[],
    /** The results when it was last shown: displayed immediately and fetched again. */
    before?: Pick<MessageSearch, 'messages' | 'isWhole' | 'hasNewest'>,
    /** Searched while the server can't be reached. */
    private readonly kept?: Pick<OfflineMessageCache, 'find'>,
    /** Id of a message: results around it are loaded first, instead of the newest. */
    private readonly around?: number,
  ) {
    this.#hasNewest = around === undefined;
    if (before) {
      this.#hasNewest = before.hasNewest;
      this.#messages = before.messages;
      this.#isWhole = before.isWhole;
      this.#hasBegun = true;
    }
    $effect(() => {
      if (account.connection.kind !== 'online') return;
      untrack(() => void (this.#keptAt === undefined ? this.#check() : this.#retry()));
    });
    $effect(() =>
      untrack(() => {
        if (!account.live) void this.#recall();
        const stops = [
          account.onState(() => void this.reload()),
          account.onEvents(messageEventKinds, (events) => void this.#hear(events)),
        ];
        return () => {
          stops.forEach((stop) => stop());
          this.#stop.abort();
        };
      }),
    );
  }

  get messages(): readonly MessageWithMatch[] {
    return this.#messages;
  }

  /** False until the first reply: show neither rows nor the empty state. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get isLoading(): boolean {
    return this.#isLoading;
  }

  /** Error of the last page request. */
  get failure(): unknown {
    return this.#failure;
  }

  /**
   * When the results come from this device's cache: when that was current, in UNIX milliseconds, or
   * null if it has no results. Undefined if they came from the server.
   */
  get cachedAt(): number | null | undefined {
    return this.#keptAt;
  }

  /** There is nothing older. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** There is nothing newer except what events report. */
  get hasNewest(): boolean {
    return this.#hasNewest;
  }

  /** On reconnect: a pending request is repeated only if it fails. */
  async #retry(): Promise<void> {
    if (this.#isLoading) this.#mayRetry = true;
    else await this.#loadFirst();
  }

  async reload(): Promise<void> {
    if (this.#isLoading) this.#isStale = true;
    else await this.#loadFirst();
  }

  async older(): Promise<void> {
    const oldest = this.#messages.at(-1);
    if (this.#isLoading || this.#isWhole || !oldest) return;
    await this.#load({ anchor: String(oldest.id), older: page, newer: 0 });
  }

  async newer(): Promise<void> {
    const [newest] = this.#messages;
    if (this.#isLoading || this.#hasNewest || !newest) return;
    await this.#load({ anchor: String(newest.id), older: 0, newer: page });
  }

  /** Fetches as many messages as are loaded, so that the reader keeps the position. */
  async #loadFirst(): Promise<void> {
    const { around } = this;
    const size = this.#messages.length;
    const later = around === undefined ? 0 : this.#messages.filter(({ id }) => id > around).length;
    const many = (some: number) => Math.min(maxReread, Math.max(page, some));
    const part =
      around === undefined
        ? { anchor: 'newest', older: many(size), newer: 0 }
        : { anchor: String(around), older: many(size - later), newer: many(later) };
    await this.#load(part, new Set(this.#messages));
  }

  async #load({ anchor, older, newer }: Part, before = new Set<MessageWithMatch>()): Promise<void> {
    this.#isLoading = true;
    this.#isStale = false;
    this.#mayRetry = false;
    this.#failure = undefined;
    try {
      const { messages, found_oldest, found_newest } = await this.account.call(
        getMessages,
        {
          ...{ anchor, num_before: older, num_after: newer, narrow: [...this.narrow] },
          ...{ client_gravatar: true, apply_markdown: true, allow_empty_topic_name: true },
        },
        { signal: this.#stop.signal },
      );
      const here = this.#keptAt === undefined ? this.#messages : [];
      this.#keptAt = undefined;
      // When reloading, keep messages that arrived since.
      this.#show([...messages, ...here.filter((message) => !before.has(message))]);
      if (older > 0) this.#isWhole = found_oldest ?? messages.length < older;
      if (newer > 0) this.#hasNewest = found_newest ?? messages.length < newer;
      this.#hasBegun = true;
    } catch (failure) {
      if (this.#stop.signal.aborted) return;
      this.#failure = failure;
      if (failure instanceof NetworkFailure) {
        this.#isStale ||= this.#mayRetry;
        await this.#recall();
      }
    }
    this.#isLoading = false;
    if (this.#isStale) return this.reload();
    if (!this.#hasNewest) this.#dropArrivals();
    await this.#check();
  }

  async #recall(): Promise<void> {
    const { account, narrow } = this;
    const policies = visibilityPoliciesOf(account.state, account.user_id);
    const isPublic = (id: number) => account.channels.get(id)?.invite_only === false;
    const found = await this.kept?.find((message) =>
      matchesSearch(narrow, message, { ...policies, isPublic }),
    );
    if (this.#hasBegun || this.#stop.signal.aborted || !this.kept) return;
    this.#keptAt = found?.at ?? null;
    this.#show(found?.messages ?? []);
    this.#isWhole = true;
    this.#hasNewest = true;
    this.#hasBegun = true;
  }

  /** Removes duplicates and sorts newest first. */
  #show(messages: readonly MessageWithMatch[]): void {
    const all = new Map(messages.map((message) => [message.id, message]));
    this.#messages = [...all.values()]
      .filter(({ id }) => !this.#gone.has(id))
      .sort((a, b) => b.id - a.id);
  }

  async #hear(events: readonly EventOf<(typeof messageEventKinds)[number]>[]): Promise<void> {
    for (const event of events) this.#take(event);
    await this.#check();
  }

  #take(event: EventOf<(typeof messageEventKinds)[number]>): void {
    if (event.kind === 'message') {
      // A message that arrives during a request might be missing from the reply.
      const canJoin = this.#isLoading || (this.#hasBegun && this.#hasNewest);
      const message = { ...event.message, flags: event.flags };
      if (canJoin) this.#unchecked.set(message.id, message);
      return;
    }
    const ids = affectedMessageIds(event);
    if (ids === null) return;
    const affected = ids === 'all' ? null : new Set(ids);
    if (event.kind === 'delete_message') affected?.forEach((id) => this.#gone.add(id));
    this.#show(
      this.#messages.flatMap((message) =>
        affected?.has(message.id) === false ? message : (applyMessageEvent(message, event) ?? []),
      ),
    );
    // Whether a message matches depends on its text and conversation.
    if (event.kind !== 'update_message') return;
    affected?.forEach((id) => {
      if (!this.#unchecked.has(id)) this.#unchecked.set(id, undefined);
    });
  }

  /** Messages that arrive or change during a check are checked together afterward. */
  async #check(): Promise<void> {
    if (this.#isChecking || this.#isLoading) return;
    this.#isChecking = true;
    while (this.#unchecked.size > 0) {
      const batch = new Map([...this.#unchecked].slice(0, maxChecked));
      for (const id of batch.keys()) this.#unchecked.delete(id);
      try {
        const { messages } = await this.account.call(
          checkMessagesMatchNarrow,
          { msg_ids: [...batch.keys()], narrow: [...this.narrow] },
          { signal: this.#stop.signal },
        );
        this.#join(batch, messages);
      } catch {
        // Checked again with the next event, or when the connection returns.
        for (const [id, message] of batch) {
          if (!this.#unchecked.has(id)) this.#unchecked.set(id, message);
        }
        break;
      }
    }
    this.#isChecking = false;
  }

  /** New messages are newer than some that aren't loaded. */
  #dropArrivals(): void {
    for (const [id, message] of this.#unchecked) if (message) this.#unchecked.delete(id);
  }

  /** Takes over what the server said about new and changed messages. */
  #join(
    batch: ReadonlyMap<number, Message | undefined>,
    matches: ResultOf<typeof checkMessagesMatchNarrow>['messages'],
  ): void {
    const shown = new Map(this.#messages.map((message) => [message.id, message]));
    for (const [id, arrived] of batch) {
      const message = arrived ?? shown.get(id);
      const match = matches[id];
      if (!match) shown.delete(id);
      else if (message) shown.set(id, { ...message, ...match });
      // Only the server has the whole message.
      else if (this.#isWithin(id)) this.#isStale = true;
    }
    this.#show([...shown.values()]);
    if (this.#isStale) void this.reload();
  }

  /** Whether a result with this id would be among the loaded ones. */
  #isWithin(id: number): boolean {
    const newest = this.#messages[0]?.id ?? -Infinity;
    const oldest = this.#messages.at(-1)?.id ?? Infinity;
    return (this.#hasNewest || id < newest) && (this.#isWhole || id > oldest);
  }
}
