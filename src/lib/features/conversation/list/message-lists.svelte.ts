import { untrack } from 'svelte';
import { on } from 'svelte/events';
import { SvelteMap } from 'svelte/reactivity';
import { ApiError, NetworkFailure } from '../../../api/errors';
import { getMessages, type MessageWithMatch, type Message } from '../../../api/read-messages';
import type { Account } from '../../../client/account/account.svelte';
import {
  useOfflineMessageCache,
  type OfflineMessageCache,
} from '../../../writing/message-cache/offline-message-cache';
import { useReadMarks, type ReadMarks } from '../../../client/read-marks/read-marks.svelte';
import { accountStore } from '../../../client/account/account-stores.svelte';
import { useKnownTopics, type KnownTopics } from '../../../writing/recipients/known-topics.svelte';
import { rememberOpenedConversation } from '../offline/recently-opened';
import { messageEventKinds } from '../apply-message-event';
import {
  narrowIncludes,
  narrowKey,
  narrowTerms,
  visibilityPoliciesOf,
  type MessageNarrow,
} from './message-narrow';
import { policyEventKinds } from './message-window';
import * as store from './message-cache';
import * as v from 'valibot';
import { readAccountStorageAs, writeAccountStorage } from '../../../client/storage/account-storage';
import type { ScrollAnchor } from '../../../ui/scroll-owner';

const name = 'places';
const maxPositions = 100;

const kept = v.array(v.tuple([v.string(), v.object({ key: v.string(), offset: v.number() })]));

/** Scroll positions of message lists on this device. They survive a reload. */
class ScrollPositions {
  readonly #all: Map<string, ScrollAnchor>;

  constructor(private readonly account: string) {
    this.#all = new Map(readAccountStorageAs(account, name, kept));
  }

  of(list: string): ScrollAnchor | undefined {
    return this.#all.get(list);
  }

  /** An undefined `spot` means the end, where lists open by default. */
  set(list: string, spot: ScrollAnchor | undefined): void {
    this.#all.delete(list);
    if (spot) this.#all.set(list, spot);
  }

  /** Call before the page might be closed. */
  save(): void {
    writeAccountStorage(this.account, name, [...this.#all].slice(-maxPositions));
  }
}

/** Number of closed lists that stay up to date, so that returning to them is instant. */
const maxRetainedLists = 12;

/** Where to load a list, and where its reader is. */
interface Reader {
  readonly start: store.ListAnchor;
  /** The message in view; `newest` means the end. */
  readonly place: () => store.ListAnchor | undefined;
}

/** The account's messages in all lists that are open or were recently. One per account. */
export class MessageLists {
  #held = $state.raw(store.emptyMessageCache);
  readonly #open = new Map<string, Set<Reader>>();
  /** Keys of closed lists, the last one last. */
  #left: string[] = [];
  readonly #recalled = new SvelteMap<string, number | null>();
  readonly #stop = new AbortController();
  /** Scroll position of each list by its key, restored however the user returns. */
  readonly scrollPositions: ScrollPositions;

  constructor(
    readonly account: Account,
    readonly marks: ReadMarks,
    private readonly kept?: OfflineMessageCache,
    private readonly known?: KnownTopics,
  ) {
    this.scrollPositions = new ScrollPositions(account.id);
    $effect(() => {
      if (this.#isOnline) untrack(() => this.#retry());
    });
    $effect(() =>
      untrack(() => {
        const stops = [
          on(window, 'pagehide', () => this.scrollPositions.save()),
          account.onState(() => this.#renew()),
          account.onEvents([...messageEventKinds, ...policyEventKinds], (events) => {
            this.#held = store.applyServerEvents(this.#held, events, this.policies);
            this.#mend();
          }),
        ];
        return () => {
          stops.forEach((stop) => stop());
          this.#stop.abort();
        };
      }),
    );
  }

  readonly #isOnline = $derived.by(() => this.account.connection.kind === 'online');
  readonly policies = $derived.by(() =>
    visibilityPoliciesOf(this.account.state, this.account.user_id),
  );

  get cache(): store.MessageCache {
    return this.#held;
  }

  window(narrow: MessageNarrow): store.MessageWindow | undefined {
    return this.#held.windows.get(narrowKey(narrow));
  }

  /**
   * For a list shown from this device's cache: when that was current, in UNIX milliseconds; null if
   * nothing of it is cached. Undefined if the messages came from the server.
   */
  cachedAt = (narrow: MessageNarrow): number | null | undefined => {
    // The server's messages replace the cached ones in a moment.
    if (this.account.live && this.window(narrow)?.requests.whole) return undefined;
    return this.#recalled.get(narrowKey(narrow));
  };

  /** Keeps the list up to date, and fetches it if needed. Call the result to close it. */
  open(narrow: MessageNarrow, reader: Reader): () => void {
    const key = narrowKey(narrow);
    this.#left = this.#left.filter((one) => one !== key);
    this.#held = store.openWindow(this.#held, key, narrow);
    const readers = this.#open.get(key) ?? new Set();
    this.#open.set(key, readers.add(reader));
    const window = this.#held.windows.get(key)!;
    const { isStale, requests } = window;
    const isThere = !isStale && coversStart(window, reader.start);
    if (this.account.live && !isThere && !requests.whole)
      void this.#ask(key, 'whole', reader.start);
    if (!this.account.live || narrow.kind === 'conversation') void this.#recall(key);
    if (narrow.kind === 'conversation') rememberOpenedConversation(this.account.id, key);
    return () => {
      readers.delete(reader);
      if (readers.size > 0) return;
      this.#open.delete(key);
      this.#left = [...this.#left, key];
      for (const old of this.#left.splice(0, this.#left.length - maxRetainedLists)) this.#drop(old);
    };
  }

  /**
   * Fetches the page before or after the loaded messages, or replaces them with those around `at`.
   */
  async read(narrow: MessageNarrow, wanted: store.PageKind, at?: store.ListAnchor): Promise<void> {
    const key = narrowKey(narrow);
    // Cached messages are fetched again first, and their neighbors after that.
    if (wanted !== 'whole' && (!this.account.live || this.#recalled.has(key))) return;
    await this.#ask(key, wanted, at);
  }

  /** Fetches what is loaded again. */
  async reload(narrow: MessageNarrow): Promise<void> {
    const key = narrowKey(narrow);
    if (!this.#held.windows.get(key)?.requests.whole) await this.#reload(key);
  }

  async #reload(key: string): Promise<void> {
    const [reader] = [...(this.#open.get(key) ?? [])].slice(-1);
    if (!reader) return this.#drop(key);
    const window = this.#held.windows.get(key);
    const isAtStart = window?.hasBegun !== true;
    const place = isAtStart ? reader.start : (reader.place() ?? placeIn(window, reader.start));
    await this.#ask(key, 'whole', place);
  }

  async #ask(key: string, wanted: store.PageKind, at?: store.ListAnchor): Promise<void> {
    const { held, request } = store.beginPageRequest(this.#held, key, wanted, at);
    this.#held = held;
    const window = held.windows.get(key);
    if (!request || !window) return;
    const { anchor, num_before, num_after, number } = request;
    try {
      const asking = this.account.call(
        getMessages,
        {
          ...{ anchor: String(anchor), num_before, num_after },
          narrow: narrowTerms(window.narrow),
          ...{ client_gravatar: true, apply_markdown: true, allow_empty_topic_name: true },
        },
        { signal: this.#stop.signal },
      );
      if (wanted === 'whole') this.#expect(window.narrow, asking);
      const reply = await asking;
      this.#held = store.applyPageReply(this.#held, key, number, reply, this.policies);
      if (!this.#held.windows.get(key)?.isStale) this.#recalled.delete(key);
      const { queue } = this.account;
      if (queue) void this.kept?.put(reply.messages.map(plain), queue.queue_id);
    } catch (failure) {
      if (this.#stop.signal.aborted) return;
      this.#held = store.failPageRequest(this.#held, key, number, failure);
      // The user may not read them any more.
      if (failure instanceof ApiError && failure.status < 429 && this.#recalled.delete(key))
        this.#held = store.forgetOffline(this.#held, key);
      if (failure instanceof NetworkFailure) void this.#recall(key);
    }
    this.#mend();
  }

  #expect(narrow: MessageNarrow, reply: Promise<{ readonly messages: readonly Message[] }>): void {
    if (narrow.kind !== 'conversation' || narrow.recipient.type !== 'stream') return;
    const [stream_id = 0] = narrow.recipient.to;
    this.known?.expect({ stream_id, topic: narrow.recipient.topic }, reply);
  }

  #retry(): void {
    this.#held = store.clearFailures(this.#held);
    this.#mend();
  }

  #renew(): void {
    this.#held = store.applyNewQueue(this.#held);
    this.#mend();
  }

  /** Refetches lists that events can't bring up to date. */
  #mend(): void {
    for (const [key, { isStale, hasBegun, requests, failure }] of this.#held.windows) {
      const isDue = isStale || (!hasBegun && this.#open.has(key));
      if (!isDue || requests.whole || failure !== undefined || !this.account.live) continue;
      void this.#reload(key);
    }
  }

  /** Loads the list from this device's cache until the server replies. */
  async #recall(key: string): Promise<void> {
    const window = this.#held.windows.get(key);
    if (!window || window.hasBegun) return;
    const { narrow } = window;
    const found = await (narrow.kind === 'conversation'
      ? this.kept?.findConversation(key)
      : this.kept?.find((message) => narrowIncludes(narrow, message, this.policies)));
    if (this.#stop.signal.aborted || this.#held.windows.get(key)?.hasBegun !== false) return;
    this.#held = store.restoreOffline(this.#held, key, found?.messages ?? []);
    this.#recalled.set(key, found?.at ?? null);
    this.#mend();
  }

  #drop(key: string): void {
    this.#recalled.delete(key);
    this.#left = this.#left.filter((one) => one !== key);
    this.#held = store.dropWindow(this.#held, key);
  }
}

/** Whether the loaded messages include the start of the list. */
export function coversStart(
  { hasBegun, hasNewest, ids }: store.MessageWindow,
  start: store.ListAnchor,
): boolean {
  return hasBegun && (start === 'newest' ? hasNewest : ids.includes(start));
}

/** Without the fields that only a search adds. */
function plain({
  match_content: _content,
  match_subject: _subject,
  ...message
}: MessageWithMatch): Message {
  return message;
}

function placeIn(
  { ids, hasNewest }: store.MessageWindow,
  start: store.ListAnchor,
): store.ListAnchor {
  if (start !== 'newest' && ids.includes(start)) return start;
  return hasNewest ? 'newest' : (ids.at(-1) ?? 'newest');
}

export const useMessageLists = accountStore(
  (stores) =>
    new MessageLists(
      stores.account,
      useReadMarks(stores),
      useOfflineMessageCache(stores),
      useKnownTopics(stores),
    ),
);
