import { untrack } from 'svelte';
import { on } from 'svelte/events';
import * as v from 'valibot';
import type { ServerEvent } from '../../../api/event-types';
import { hasLevel, hasParameter } from '../../../api/feature-level';
import type { NarrowTerm } from '../../../api/narrow';
import { getMessages, type Message } from '../../../api/read-messages';
import type { Account } from '../../../client/account/account.svelte';
import { setLongTimeout } from '../../../client/set-long-timeout';
import {
  useOfflineMessageCache,
  type OfflineMessageCache,
} from '../../../writing/message-cache/offline-message-cache';
import { competeForLead } from '../../../client/tab-lock';
import { readAccountStorage, writeAccountStorage } from '../../../client/storage/account-storage';
import { accountStore } from '../../../client/account/account-stores.svelte';
import { applyMessageEvent, affectedMessageIds } from '../apply-message-event';
import { conversationKey, recipientOfMessage } from '../apply-event-to-messages';
import { recentlyOpenedConversations } from './recently-opened';

/** The facts about a message that decide whether it stays on the device. */
export interface EvictionCandidate {
  readonly id: number;
  /** Its conversation's key. */
  readonly key: string;
  readonly isUnread: boolean;
  readonly isStarred: boolean;
}

/** Maximum numbers of messages to keep for reading offline; `ofEach` is per conversation. */
const maxOffline = { unread: 2000, starred: 500, ofEach: 50, all: 6000 };

/**
 * Ids to evict: everything except the newest unread and starred messages and the newest of each
 * conversation. Those of recently opened conversations stay longest.
 */
export function messagesToEvict(
  messages: readonly EvictionCandidate[],
  opened: ReadonlySet<string>,
  bounds: typeof maxOffline = maxOffline,
): readonly number[] {
  const counts = new Map<string, number>();
  let [unread, starred] = [0, 0];
  const ranked = messages
    .toSorted((a, b) => b.id - a.id)
    .map(({ id, key, isUnread, isStarred }) => {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      const isNew = count <= bounds.ofEach;
      if (isUnread && ++unread <= bounds.unread) return { id, rank: 0 };
      if (isNew && opened.has(key)) return { id, rank: 1 };
      if (isStarred && ++starred <= bounds.starred) return { id, rank: 2 };
      return { id, rank: isNew ? 3 : 4 };
    })
    .sort((a, b) => a.rank - b.rank);
  return ranked.flatMap(({ id, rank }, at) => (rank === 4 || at >= bounds.all ? id : []));
}

/** Milliseconds between an event and its write, and between two requests. */
const pause = 2000;
/** Milliseconds after which a new queue causes a full refetch. */
const enough = 600_000;
const shape = { client_gravatar: true, apply_markdown: true, allow_empty_topic_name: true };
/**
 * Maximum number of messages fetched since the last time; if there are more, everything is fetched
 * again.
 */
const maxSince = 1000;
/** Storage key for when everything was last fetched, by any page, and up to which message. */
const filledName = 'messages-filled';
const filledSchema = v.object({ at: v.number(), newest: v.number() });

/** Number of pinned channels to fetch, and of messages in each. */
const maxPinnedChannels = 10;
const ofPinned = 100;
/** First feature level with `is:followed`. https://zulip.com/api/construct-narrow */
const followedSince = 265;

/**
 * Keeps messages readable offline: one tab fetches them occasionally and slowly, and applies events
 * since. Create it where effects run.
 */
export class OfflineMessageUpdater {
  readonly #account: Account;
  readonly #kept: OfflineMessageCache;
  #leads = $state(false);
  #events: ServerEvent[] = [];
  #stopTimer: (() => void) | undefined;
  #filledAt = 0;
  #isFilling = false;
  #isStopped = false;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(account: Account, kept: OfflineMessageCache) {
    this.#account = account;
    this.#kept = kept;
    $effect(() => untrack(() => this.#follow()));
    $effect(() => {
      if (!this.#leads || !account.live || account.connection.kind !== 'online') return;
      untrack(() => void this.#fill());
    });
  }

  #follow(): () => void {
    const stops = [
      competeForLead(`inkwell.messages.${this.#account.id}`, (leads) => (this.#leads = leads)),
      this.#account.onEvents('all', (events) => this.#hear(events)),
      on(window, 'pagehide', () => this.#write()),
    ];
    return () => {
      this.#isStopped = true;
      this.#stopTimer?.();
      stops.forEach((stop) => stop());
    };
  }

  #hear(events: readonly ServerEvent[]): void {
    if (!this.#leads) return;
    for (const event of events)
      if (event.kind === 'message' || affectedMessageIds(event) !== null) this.#events.push(event);
    this.#stopTimer ??= setLongTimeout(pause, () => this.#write());
  }

  /** Writes events in the order in which they arrived. */
  #write(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    const queue = this.#account.queue?.queue_id;
    if (!this.#leads || this.#isStopped || queue === undefined) return;
    const events = this.#events.splice(0);
    this.#writing = this.#writing.then(async () => {
      while (events.length > 0) await this.#take(events, queue);
      await this.#kept.markCurrent(queue);
    });
  }

  /** Writes the first event, or all consecutive new messages at the start together. */
  async #take(events: ServerEvent[], queue: string): Promise<void> {
    const messages: Message[] = [];
    for (let next = events[0]; next?.kind === 'message'; next = events[0]) {
      events.shift();
      messages.push({ ...next.message, flags: next.flags });
    }
    if (messages.length > 0) return this.#kept.put(messages, queue);
    const event = events.shift();
    if (!event) return undefined;
    const ids = affectedMessageIds(event);
    if (ids === null) return undefined;
    return this.#kept.change(ids === 'all' ? undefined : ids, (one) =>
      applyMessageEvent(one, event),
    );
  }

  /** Sends one request at a time. What fails is fetched the next time. */
  async #fill(): Promise<void> {
    if (this.#isFilling || Date.now() - this.#filledAt < enough) return;
    this.#isFilling = true;
    const { id } = this.#account;
    const before = v.safeParse(filledSchema, readAccountStorage(id, filledName));
    const recent = before.success && Date.now() - before.output.at < enough ? before.output : null;
    try {
      const isHere = recent && (await this.#kept.byId([recent.newest])).size > 0;
      const last = isHere ? recent : null;
      const since = last && (await this.#readAll([this.#since(last.newest)]));
      // Otherwise more messages arrived than fit in a page, or the anchor message is gone.
      const isShort = since !== null && since.length < maxSince && since[0]?.id === last?.newest;
      const newest = isShort ? since : await this.#readAll(this.#reads());
      if (!newest) return;
      await this.#trim();
      this.#filledAt = Date.now();
      const at = isShort && last ? last.at : this.#filledAt;
      writeAccountStorage(id, filledName, {
        at,
        newest: Math.max(0, ...newest.map((one) => one.id)),
      });
    } catch {
      // The next connection retries.
    } finally {
      this.#isFilling = false;
    }
  }

  /** Result of the first request, once all are stored; null if stopped. */
  async #readAll(
    reads: readonly (() => Promise<readonly Message[]>)[],
  ): Promise<readonly Message[] | null> {
    let first: readonly Message[] | undefined;
    for (const read of reads) {
      await new Promise<void>((resolve) => setLongTimeout(pause, resolve));
      const queue = this.#account.queue?.queue_id;
      if (this.#isStopped || queue === undefined) return null;
      const messages = await read();
      first ??= messages;
      // Events during the request are newer than its reply, so write them after it.
      await this.#kept.put(messages, queue);
      this.#write();
      await this.#writing;
    }
    return first ?? [];
  }

  /**
   * Fetches messages since an anchor. The reply includes the anchor, which proves that nothing is
   * missing.
   */
  #since(newest: number) {
    const page = { anchor: String(newest), num_before: 0, num_after: maxSince };
    return async () => (await this.#account.call(getMessages, { ...page, ...shape })).messages;
  }

  #reads(): readonly (() => Promise<readonly Message[]>)[] {
    const { state, call } = this.#account;
    const newest = (count: number, ...narrow: NarrowTerm[]) => {
      const page = { anchor: 'newest', num_before: count, num_after: 0, narrow };
      return async () => (await call(getMessages, { ...page, ...shape })).messages;
    };
    const { pms = [], huddles = [], streams = [] } = state?.unread_msgs ?? {};
    const unread = [...pms, ...huddles, ...streams]
      .flatMap(({ unread_message_ids: ids }) => ids)
      .sort((a, b) => b - a)
      .slice(0, maxOffline.unread);
    const byId = (message_ids: number[]) => async () =>
      (await call(getMessages, { message_ids, ...shape })).messages;
    const hasIds = hasParameter(getMessages, 'message_ids', state);
    const pinned = (state?.subscriptions ?? []).filter((one) => one.pin_to_top && !one.is_archived);
    return [
      newest(1000),
      ...(hasIds && unread.length > 0 ? [byId(unread.slice(0, 1000))] : []),
      ...(hasIds && unread.length > 1000 ? [byId(unread.slice(1000))] : []),
      newest(500, { operator: 'is', operand: 'private' }),
      newest(maxOffline.starred, { operator: 'is', operand: 'starred' }),
      ...(hasLevel(followedSince, state)
        ? [newest(500, { operator: 'is', operand: 'followed' })]
        : []),
      ...pinned
        .slice(0, maxPinnedChannels)
        .map(({ stream_id: operand }) => newest(ofPinned, { operator: 'stream', operand })),
    ];
  }

  async #trim(): Promise<void> {
    const own = this.#account.user_id;
    const all = (await this.#kept.all()).map(({ id, message }) => ({
      id,
      key: conversationKey(recipientOfMessage(message, own)),
      isUnread: !message.flags.includes('read'),
      isStarred: message.flags.includes('starred'),
    }));
    await this.#kept.delete(
      messagesToEvict(all, new Set(recentlyOpenedConversations(this.#account.id))),
    );
  }
}

/** Runs as long as the account is signed in, on every page. */
export const cacheMessagesOffline = accountStore(
  (stores) => new OfflineMessageUpdater(stores.account, useOfflineMessageCache(stores)),
);
