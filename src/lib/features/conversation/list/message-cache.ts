import type { ServerEvent } from '../../../api/event-types';
import type { MessageWithMatch, Message } from '../../../api/read-messages';
import { applyMessageEvent, affectedMessageIds } from '../apply-message-event';
import type { MessageNarrow, VisibilityPolicies } from './message-narrow';
import {
  adjustWindow,
  hasUnknownArrivals,
  settleWindow,
  withoutHiddenTopics,
} from './message-window';

/** Messages per page, and the most to fetch again on either side after an outage. */
export const pageSize = 50;
const maxReread = 500;

export type PageKind = 'whole' | 'older' | 'newer';
export type ListAnchor = number | 'newest';

export interface MessagePageRequest {
  readonly number: number;
  readonly anchor: ListAnchor;
  readonly num_before: number;
  readonly num_after: number;
  /** Events since the request: the reply might be older or newer than them. */
  readonly arrivedEvents: readonly ServerEvent[];
}

/** A gapless range of one narrow's messages: everything the server has between its ends. */
export interface MessageWindow {
  readonly narrow: MessageNarrow;
  /** Ascending. */
  readonly ids: readonly number[];
  /** The first page is loaded. */
  readonly hasBegun: boolean;
  /** No messages come before the first. */
  readonly hasOldest: boolean;
  /** No messages come after the last. */
  readonly hasNewest: boolean;
  readonly requests: { readonly [W in PageKind]?: MessagePageRequest };
  /** Highest id that an event reported while there was a gap before it. */
  readonly expectedMax: number;
  /** Only the server knows some messages between the ends, so fetch the range again. */
  readonly isStale: boolean;
  /** Error of the last page request. */
  readonly failure: unknown;
}

/** Known messages of an account, each once, shared by all lists. */
export interface MessageCache {
  readonly messages: ReadonlyMap<number, Message>;
  /** Ids of messages whose changes an outage might have hidden; all others are up to date. */
  readonly old: ReadonlySet<number>;
  readonly windows: ReadonlyMap<string, MessageWindow>;
  readonly next: number;
}

/** Reply to a page request. https://zulip.com/api/get-messages */
export interface MessagePageReply {
  readonly messages: readonly MessageWithMatch[];
  readonly found_oldest?: boolean | undefined;
  readonly found_newest?: boolean | undefined;
}

export const emptyMessageCache: MessageCache = {
  messages: new Map(),
  old: new Set(),
  windows: new Map(),
  next: 1,
};

const emptyWindow = (narrow: MessageNarrow): MessageWindow => ({
  ...{ narrow, ids: [], hasBegun: false, hasOldest: false, hasNewest: false },
  ...{ requests: {}, expectedMax: 0, isStale: false, failure: undefined },
});

export function openWindow(held: MessageCache, key: string, narrow: MessageNarrow): MessageCache {
  return held.windows.has(key) ? held : withWindow(held, key, emptyWindow(narrow));
}

/** Drops a list and the messages that no other list shows. */
export function dropWindow(held: MessageCache, key: string): MessageCache {
  const windows = new Map(held.windows);
  windows.delete(key);
  const shown = new Set([...windows.values()].flatMap(({ ids }) => ids));
  const messages = new Map([...held.messages].filter(([id]) => shown.has(id)));
  return { ...held, windows, messages, old: new Set([...held.old].filter((id) => shown.has(id))) };
}

/** Starts a page request; `request` is null if there is nothing to fetch or it is pending already. */
export function beginPageRequest(
  held: MessageCache,
  key: string,
  wanted: PageKind,
  at: ListAnchor = 'newest',
): { readonly held: MessageCache; readonly request: MessagePageRequest | null } {
  const window = held.windows.get(key);
  const page = window && pageOf(window, wanted, at);
  if (!window || !page) return { held, request: null };
  const request = { number: held.next, arrivedEvents: [], ...page };
  // Fetching the whole range makes pending pages obsolete.
  const others = wanted === 'whole' || window.ids.length === 0 ? {} : window.requests;
  const kind = window.ids.length === 0 ? 'whole' : wanted;
  const next = {
    ...window,
    requests: { ...others, [kind]: request },
    failure: undefined,
    // A full fetch resolves this; `failPageRequest` sets it again.
    isStale: window.isStale && kind !== 'whole',
  };
  return { held: { ...withWindow(held, key, next), next: held.next + 1 }, request };
}

function pageOf(window: MessageWindow, wanted: PageKind, at: ListAnchor) {
  const { ids, requests, hasOldest, hasNewest, hasBegun } = window;
  const [first] = ids;
  const last = ids.at(-1);
  if (wanted === 'whole') return around(window, at);
  if (!hasBegun || requests.whole || requests[wanted]) return null;
  if (wanted === 'older' ? hasOldest : hasNewest) return null;
  if (first === undefined || last === undefined) return around(window, 'newest');
  return wanted === 'older'
    ? { anchor: first, num_before: pageSize, num_after: 0 }
    : { anchor: last, num_before: 0, num_after: pageSize };
}

/** As many messages on either side as are loaded, at least half a page. */
function around({ ids, hasNewest }: MessageWindow, at: ListAnchor) {
  if (at === 'newest') {
    const count = hasNewest ? ids.length : 0;
    return {
      anchor: at,
      num_before: Math.min(2 * maxReread, Math.max(pageSize, count)),
      num_after: 0,
    };
  }
  const before = ids.filter((id) => id < at).length;
  const isThere = ids.length > 0 && at >= ids[0]! && at <= ids.at(-1)!;
  const side = (count: number) => Math.min(maxReread, Math.max(pageSize / 2, isThere ? count : 0));
  return {
    anchor: at,
    num_before: side(before),
    num_after: side(ids.filter((id) => id > at).length),
  };
}

/** Applies the reply to a page request, unless the request was superseded. */
export function applyPageReply(
  held: MessageCache,
  key: string,
  number: number,
  reply: MessagePageReply,
  policies: VisibilityPolicies,
): MessageCache {
  const window = held.windows.get(key);
  const wanted = window && awaited(window, number);
  const request = wanted && window.requests[wanted];
  if (!window || !request) return held;
  const { fresh, touched } = withArrivedEvents(held, reply, request.arrivedEvents);
  const messages = fresh.size > 0 ? new Map([...held.messages, ...fresh]) : held.messages;
  const old = held.old.size > 0 ? new Set([...held.old].filter((id) => !fresh.has(id))) : held.old;
  const ids = new Set(wanted === 'whole' ? [] : window.ids);
  for (const { id } of reply.messages) if (messages.has(id)) ids.add(id);
  const { [wanted]: _done, ...others } = window.requests;
  const count = reply.messages.length;
  const next = adjustWindow(
    {
      ...window,
      ids: [...ids].sort((a, b) => a - b),
      hasBegun: true,
      hasOldest:
        request.num_before > 0
          ? (reply.found_oldest ?? count < request.num_before)
          : window.hasOldest,
      hasNewest:
        request.anchor === 'newest' ||
        (request.num_after > 0
          ? (reply.found_newest ?? count < request.num_after)
          : window.hasNewest),
      requests: others,
      failure: undefined,
    },
    touched,
    { messages, old },
    policies,
  );
  const isStale =
    next.isStale ||
    request.arrivedEvents.some((event) =>
      hasUnknownArrivals(next, event, { messages, old }, policies),
    );
  return withWindow(
    { ...held, messages, old },
    key,
    settleWindow({ ...next, isStale }, wanted === 'older' ? 'newest' : 'oldest'),
  );
}

/**
 * Messages of a reply that replace unknown or outdated ones, after the events since the request,
 * and the ids that these events were about. Messages in the cache are more current than fetched
 * ones.
 */
function withArrivedEvents(
  held: MessageCache,
  { messages }: MessagePageReply,
  arrivedEvents: readonly ServerEvent[],
) {
  const isKnown = (id: number) => held.messages.has(id) && !held.old.has(id);
  const fresh = new Map<number, Message>();
  const touched = new Set<number>();
  for (const message of messages) if (!isKnown(message.id)) fresh.set(message.id, message);
  for (const event of arrivedEvents) {
    if (event.kind === 'message') {
      touched.add(event.message.id);
      if (!isKnown(event.message.id)) {
        fresh.set(event.message.id, { ...event.message, flags: event.flags });
      }
      continue;
    }
    const about = affectedMessageIds(event);
    if (about === null) continue;
    for (const id of about === 'all' ? [...fresh.keys()] : about) {
      if (about !== 'all') touched.add(id);
      const message = fresh.get(id);
      const next = message && applyMessageEvent(message, event);
      if (next) fresh.set(id, next);
      else fresh.delete(id);
    }
  }
  return { fresh, touched };
}

export function failPageRequest(
  held: MessageCache,
  key: string,
  number: number,
  failure: unknown,
): MessageCache {
  const window = held.windows.get(key);
  const wanted = window && awaited(window, number);
  if (!window || !wanted) return held;
  const { [wanted]: _failed, ...requests } = window.requests;
  const isStale = window.isStale || wanted === 'whole';
  return withWindow(held, key, { ...window, requests, failure, isStale });
}

/**
 * Shows offline messages until the server's arrive; they might be outdated. Requests no refetch if
 * one is pending.
 */
export function restoreOffline(
  held: MessageCache,
  key: string,
  kept: readonly Message[],
): MessageCache {
  const window = held.windows.get(key);
  if (!window || window.hasBegun || kept.length === 0) return held;
  const fresh = kept.filter(({ id }) => !held.messages.has(id));
  const messages = new Map(held.messages);
  for (const message of fresh) messages.set(message.id, message);
  const ids = kept.map(({ id }) => id).sort((a, b) => a - b);
  const isStale = window.requests.whole === undefined;
  const next = { ...window, ids, hasBegun: true, hasNewest: true, isStale };
  const old = new Set([...held.old, ...fresh.map(({ id }) => id)]);
  return withWindow({ ...held, messages, old }, key, next);
}

/** Hides offline messages that the server refuses to show. */
export function forgetOffline(held: MessageCache, key: string): MessageCache {
  const window = held.windows.get(key);
  if (!window) return held;
  const { narrow, failure } = window;
  const without = dropWindow(held, key);
  return withWindow(without, key, { ...emptyWindow(narrow), failure });
}

/** Allows failed requests to be repeated. */
export function clearFailures(held: MessageCache): MessageCache {
  if (![...held.windows.values()].some(({ failure }) => failure !== undefined)) return held;
  const windows = [...held.windows].map(
    ([key, window]) => [key, { ...window, failure: undefined }] as const,
  );
  return { ...held, windows: new Map(windows) };
}

/** Applies events in order. Applying one twice changes nothing. */
export function applyServerEvents(
  held: MessageCache,
  events: readonly ServerEvent[],
  policies: VisibilityPolicies,
): MessageCache {
  const messages = new Map(held.messages);
  const old = new Set(held.old);
  const windows = new Map(held.windows);
  const known = { messages, old };
  for (const event of events) {
    const before = event.kind === 'message' ? messages.get(event.message.id) : undefined;
    const touched = applyToMessages(known, event);
    let isShown = false;
    for (const [key, window] of windows) {
      const next = windowAfter(window, event, touched, known, policies);
      windows.set(key, next);
      isShown ||= event.kind === 'message' && next.ids.includes(event.message.id);
    }
    if (event.kind !== 'message' || isShown) continue;
    // A message that no list shows is fetched when one needs it.
    if (before) messages.set(before.id, before);
    else messages.delete(event.message.id);
  }
  return { ...held, messages, old, windows };
}

function windowAfter(
  window: MessageWindow,
  event: ServerEvent,
  touched: ReadonlySet<number>,
  known: Pick<MessageCache, 'messages' | 'old'>,
  policies: VisibilityPolicies,
): MessageWindow {
  const shown = withoutHiddenTopics(recordArrivedEvent(window, event), event, known, policies);
  const next = settleWindow(adjustWindow(shown, touched, known, policies), 'oldest');
  const isStale = next.isStale || hasUnknownArrivals(next, event, known, policies);
  return isStale === next.isStale ? next : { ...next, isStale };
}

/** Applies the event to the messages in place. Returns the ids of the messages it affects. */
function applyToMessages(
  { messages, old }: { readonly messages: Map<number, Message>; readonly old: Set<number> },
  event: ServerEvent,
): ReadonlySet<number> {
  if (event.kind === 'message') {
    const { message, flags } = event;
    messages.set(message.id, { ...message, flags });
    // A new message is up to date.
    old.delete(message.id);
    return new Set([message.id]);
  }
  const about = affectedMessageIds(event);
  const ids =
    about === 'all' ? [...messages.keys()] : (about ?? []).filter((id) => messages.has(id));
  for (const id of ids) {
    const message = applyMessageEvent(messages.get(id)!, event);
    if (message) messages.set(id, message);
    else messages.delete(id);
  }
  return about === 'all' ? new Set() : new Set(ids);
}

function recordArrivedEvent(window: MessageWindow, event: ServerEvent): MessageWindow {
  const openRequests = Object.entries(window.requests);
  if (openRequests.length === 0) return window;
  return {
    ...window,
    requests: Object.fromEntries(
      openRequests.map(([kind, one]) => [
        kind,
        { ...one, arrivedEvents: [...one.arrivedEvents, event] },
      ]),
    ),
  };
}

/** A new event queue has started: earlier changes were not reported. */
export function applyNewQueue(held: MessageCache): MessageCache {
  return {
    ...held,
    old: new Set(held.messages.keys()),
    windows: new Map(
      [...held.windows].map(([key, window]) => [
        key,
        { ...window, requests: {}, failure: undefined, isStale: true },
      ]),
    ),
  };
}

function awaited({ requests }: MessageWindow, number: number): PageKind | undefined {
  return (['whole', 'older', 'newer'] as const).find(
    (wanted) => requests[wanted]?.number === number,
  );
}

function withWindow(held: MessageCache, key: string, window: MessageWindow): MessageCache {
  return { ...held, windows: new Map(held.windows).set(key, window) };
}
