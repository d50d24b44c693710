import type { DraftBody, DraftLimits } from './draft-body';
import { defaultLimits } from './draft-body';
import type { DraftChange } from './draft-change';
import { isDraftSending } from './local-changes';
import type { TrashEntry, DraftRecord, DraftTombstone } from './draft-record';
import { isPushable } from './draft-record';
import type { CheckJob, DeleteJob, DraftListing, PatchJob, PostJob, SendJob } from './push-results';
import { ImmutableMap } from './immutable-map';
import { isEmptyPatch, type StorePatch } from './working-set';

/** An open box of this tab. It shows the user's own text, which nothing else changes. */
export interface DraftEditor {
  readonly shown: DraftBody;
  /** The text last shared with the store: the base of the box's next edit. */
  readonly base: DraftBody;
  /** Since when the box shows unstored text, milliseconds. */
  readonly dirtySince: number | null;
  readonly focused: boolean;
  /** The box is on the page, focused or not. */
  readonly open: boolean;
}

export type DraftCall =
  | { readonly kind: 'list' }
  | { readonly kind: 'post'; readonly jobs: readonly PostJob[] }
  | { readonly kind: 'patch'; readonly job: PatchJob }
  | { readonly kind: 'delete'; readonly job: DeleteJob };

/** One tab's view of one account. `step` replaces it as a whole and never mutates it. */
export interface DraftEngineState {
  readonly limits: DraftLimits;
  readonly loaded: boolean;
  readonly records: ImmutableMap<DraftRecord>;
  readonly graves: ImmutableMap<DraftTombstone>;
  readonly bin: ImmutableMap<TrashEntry>;
  /** Records with pending work: a push, an unconfirmed POST, or a message being sent. */
  readonly todo: ReadonlySet<string>;
  /** The few of these with an unconfirmed POST or a message being sent. */
  readonly unsettled: ReadonlySet<string>;
  /** Tombstones with a pending DELETE or an unconfirmed POST. */
  readonly owed: ReadonlySet<string>;
  readonly editors: ReadonlyMap<string, DraftEditor>;
  /** Changes waiting to be stored, oldest first. The first is being written. */
  readonly queue: readonly DraftChange[];
  readonly writing: boolean;
  readonly storage: 'ok' | 'full' | 'broken';
  readonly retryAt: number;
  readonly leader: boolean;
  readonly online: boolean;
  readonly signedIn: boolean;
  readonly sync: boolean;
  /** `sync` is false because a list was refused, not because the server said so: ask again. */
  readonly inferred: boolean;
  /** Increases when the server drops all rows. Replies to earlier calls are ignored. */
  readonly epoch: number;
  /** One call at a time. `noting`: the push is being recorded in the store and the call follows. */
  readonly call: DraftCall | 'noting' | null;
  readonly callEpoch: number;
  readonly calls: readonly DraftCall[];
  readonly listing: Omit<DraftListing, 'rows'> | null;
  readonly needsList: boolean;
  /** Drafts of a refused call; each is retried alone. */
  readonly solo: ReadonlySet<string>;
  /** Consecutive calls without a response. Above 0, the server counts as unreachable. */
  readonly failures: number;
  /** Consecutive failed writes, regardless of reads in between. */
  readonly faults: number;
  readonly waitUntil: number;
  readonly seenEvent: number;
  /** Highest row id seen. */
  readonly highest: number;
  /** Highest message id seen, or 0 before the first. */
  readonly highestMessage: number;
  /** No message is sent or searched for before this time. */
  readonly sendAfter: number;
  readonly sendFailures: number;
  /** Since when this tab leads. Calls of the previous leader can still be under way. */
  readonly ledSince: number;
  /** Since when the device is online again. */
  readonly onlineSince: number;
  /** Keys of messages that are being searched for. */
  readonly checking: ReadonlySet<string>;
  /** Drafts whose text up to this time (milliseconds) is pushed without the usual pause. */
  readonly hurried: ReadonlyMap<string, number>;
}

export type DraftStoreKeys = {
  readonly records: readonly string[];
  readonly graves: readonly string[];
  readonly bin: readonly string[];
};

export type DraftEffect =
  /**
   * Apply the change in one store transaction, announce the keys to the other tabs while it is open
   * (in case this tab dies right after), then report `written` or `writeFailed`. In order.
   */
  | { readonly type: 'write'; readonly change: DraftChange }
  /** Read the keys, or everything, in order with the writes. Then report `read` or `readFailed`. */
  | { readonly type: 'read'; readonly keys: DraftStoreKeys | 'all' }
  | { readonly type: 'call'; readonly call: DraftCall }
  | { readonly type: 'send'; readonly job: SendJob }
  | { readonly type: 'check'; readonly job: CheckJob };

export type DraftStep = readonly [DraftEngineState, readonly DraftEffect[]];

export function startDraftState(limits: DraftLimits = defaultLimits): DraftEngineState {
  return {
    limits,
    loaded: false,
    records: ImmutableMap.of(),
    graves: ImmutableMap.of(),
    bin: ImmutableMap.of(),
    todo: new Set(),
    unsettled: new Set(),
    owed: new Set(),
    editors: new Map(),
    queue: [],
    writing: false,
    storage: 'ok',
    retryAt: 0,
    leader: false,
    online: true,
    signedIn: true,
    sync: true,
    inferred: false,
    epoch: 0,
    call: null,
    callEpoch: 0,
    calls: [],
    listing: null,
    needsList: false,
    solo: new Set(),
    failures: 0,
    faults: 0,
    waitUntil: 0,
    seenEvent: -1,
    highest: 0,
    highestMessage: 0,
    sendAfter: 0,
    sendFailures: 0,
    ledSince: 0,
    onlineSince: 0,
    checking: new Set(),
    hurried: new Map(),
  };
}

/**
 * The state with some fields changed. The same literal builds every state so that all share one
 * hidden class: with a spread, V8 (at least up to version 12) creates a class for each, which makes
 * later property access ten times slower (measured).
 */
export function amendState(
  state: DraftEngineState,
  changes: Partial<DraftEngineState>,
): DraftEngineState {
  return Object.assign(
    {
      limits: state.limits,
      loaded: state.loaded,
      records: state.records,
      graves: state.graves,
      bin: state.bin,
      todo: state.todo,
      unsettled: state.unsettled,
      owed: state.owed,
      editors: state.editors,
      queue: state.queue,
      writing: state.writing,
      storage: state.storage,
      retryAt: state.retryAt,
      leader: state.leader,
      online: state.online,
      signedIn: state.signedIn,
      sync: state.sync,
      inferred: state.inferred,
      epoch: state.epoch,
      call: state.call,
      callEpoch: state.callEpoch,
      calls: state.calls,
      listing: state.listing,
      needsList: state.needsList,
      solo: state.solo,
      failures: state.failures,
      faults: state.faults,
      waitUntil: state.waitUntil,
      seenEvent: state.seenEvent,
      highest: state.highest,
      highestMessage: state.highestMessage,
      sendAfter: state.sendAfter,
      sendFailures: state.sendFailures,
      ledSince: state.ledSince,
      onlineSince: state.onlineSince,
      checking: state.checking,
      hurried: state.hurried,
    } satisfies DraftEngineState,
    changes,
  );
}

export function hasPendingWork(record: DraftRecord, limits: DraftLimits): boolean {
  if (isUnsettled(record)) return true;
  return isPushable(record, limits);
}

function isUnsettled(record: DraftRecord): boolean {
  return isDraftSending(record) || (record.doubt !== null && record.serverId === null);
}

/** Applies a patch of the store to the tab's view. `whole` replaces the view. */
export function withStorePatch(
  state: DraftEngineState,
  patch: StorePatch,
  whole = false,
): DraftEngineState {
  if (!whole && isEmptyPatch(patch)) return state;
  const records = whole ? ImmutableMap.of(patch.records) : state.records.with(patch.records);
  const graves = whole ? ImmutableMap.of(patch.graves) : state.graves.with(patch.graves);
  const bin = whole ? ImmutableMap.of(patch.bin) : state.bin.with(patch.bin);
  const todo = refit(state.todo, patch.records, whole, (record) =>
    hasPendingWork(record, state.limits),
  );
  const unsettled = refit(state.unsettled, patch.records, whole, isUnsettled);
  const owed = refit(
    state.owed,
    patch.graves,
    whole,
    (tombstone) => tombstone.pending || tombstone.doubt,
  );
  let { highest } = state;
  for (const row of patch.records.values()) highest = Math.max(highest, row?.serverId ?? 0);
  for (const row of patch.graves.values()) highest = Math.max(highest, row?.serverId ?? 0);
  const loaded = state.loaded || whole;
  return amendState(state, { records, graves, bin, todo, unsettled, owed, highest, loaded });
}

/** Updates a set of keys that match a condition. Returns the same set if nothing changes. */
function refit<T>(
  old: ReadonlySet<string>,
  changes: ReadonlyMap<string, T | null>,
  whole: boolean,
  belongs: (value: T) => boolean,
): ReadonlySet<string> {
  let next: Set<string> | null = whole ? new Set() : null;
  for (const [key, value] of changes) {
    const wanted = value !== null && belongs(value);
    if ((next ?? old).has(key) === wanted) continue;
    next ??= new Set(old);
    if (wanted) next.add(key);
    else next.delete(key);
  }
  return next ?? old;
}

export function patchKeysOf(patch: StorePatch): DraftStoreKeys {
  return {
    records: [...patch.records.keys()],
    graves: [...patch.graves.keys()],
    bin: [...patch.bin.keys()],
  };
}
