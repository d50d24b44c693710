import type { DraftBody, DraftLimits } from './draft-body';
import { defaultLimits } from './draft-body';
import type { DraftChange } from './draft-change';
import { isDraftSending } from './local-changes';
import type { TrashEntry, DraftRecord, DraftTombstone } from './draft-record';
import { isPushable } from './draft-record';
import type { CheckJob, DeleteJob, DraftListing, PatchJob, PostJob, SendJob } from './push-results';
import { ImmutableMap } from './immutable-map';
import { isEmptyPatch, type StorePatch } from './working-set';

/** A box that is open in this tab: what it shows is the person's and nobody else writes there. */
export interface DraftEditor {
  readonly shown: DraftBody;
  /** The text the box last shared with the store: the fork of its next edit. */
  readonly base: DraftBody;
  /** Since when it shows what is not stored, milliseconds. */
  readonly dirtySince: number | null;
  readonly focused: boolean;
  /** The box is on the page, with or without the focus. */
  readonly open: boolean;
}

export type DraftCall =
  | { readonly kind: 'list' }
  | { readonly kind: 'post'; readonly jobs: readonly PostJob[] }
  | { readonly kind: 'patch'; readonly job: PatchJob }
  | { readonly kind: 'delete'; readonly job: DeleteJob };

/** One tab's view of one account. Replaced whole by `step`, never changed in place. */
export interface DraftEngineState {
  readonly limits: DraftLimits;
  readonly loaded: boolean;
  readonly records: ImmutableMap<DraftRecord>;
  readonly graves: ImmutableMap<DraftTombstone>;
  readonly bin: ImmutableMap<TrashEntry>;
  /** Records with something to do: a push, a doubtful POST, a message on its way. */
  readonly todo: ReadonlySet<string>;
  /** Of those, the few with a doubtful POST or a message on its way. */
  readonly unsettled: ReadonlySet<string>;
  /** Graves with a DELETE owed or a POST in doubt. */
  readonly owed: ReadonlySet<string>;
  readonly editors: ReadonlyMap<string, DraftEditor>;
  /** Changes on their way to the store, oldest first; the first is being written. */
  readonly queue: readonly DraftChange[];
  readonly writing: boolean;
  readonly storage: 'ok' | 'full' | 'broken';
  readonly retryAt: number;
  readonly leader: boolean;
  readonly online: boolean;
  readonly signedIn: boolean;
  readonly sync: boolean;
  /** `sync` is false because a list was refused, not because we were told: ask again. */
  readonly inferred: boolean;
  /** Rises when the server drops all rows: replies to older calls mean nothing any more. */
  readonly epoch: number;
  /** One call at a time. `noting`: the note is being stored and the call comes next. */
  readonly call: DraftCall | 'noting' | null;
  readonly callEpoch: number;
  readonly calls: readonly DraftCall[];
  readonly listing: Omit<DraftListing, 'rows'> | null;
  readonly needsList: boolean;
  /** Drafts that were in a refused call: the next try is made alone. */
  readonly solo: ReadonlySet<string>;
  /** Calls without an answer in a row: the server is out of reach while there are some. */
  readonly failures: number;
  /** Writes in a row that did not succeed, whatever was read in between. */
  readonly faults: number;
  readonly waitUntil: number;
  readonly seenEvent: number;
  /** Highest row id seen. */
  readonly highest: number;
  /** Highest message id seen, 0 before one was. */
  readonly highestMessage: number;
  /** No message goes out, and none is looked for, before this time. */
  readonly sendAfter: number;
  readonly sendFailures: number;
  /** Since when this tab leads: what the last leader sent may be on its way still. */
  readonly ledSince: number;
  /** Since when the connection is back. */
  readonly onlineSince: number;
  /** Keys of messages that are being looked for. */
  readonly checking: ReadonlySet<string>;
  /** Drafts whose text up to that time, milliseconds, goes to the server without a pause. */
  readonly hurried: ReadonlyMap<string, number>;
}

export type DraftStoreKeys = {
  readonly records: readonly string[];
  readonly graves: readonly string[];
  readonly bin: readonly string[];
};

export type DraftEffect =
  /**
   * Apply in one store transaction, tell the other tabs the keys while it is open (a tab that dies
   * just after must not leave them unaware), then report `written` or `writeFailed`. In order.
   */
  | { readonly type: 'write'; readonly change: DraftChange }
  /** Read the keys, or everything, in order with the writes; then report `read` or `readFailed`. */
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
 * The state with some of its fields changed. Every state is built by the same literal, so all of them
 * have one hidden class: a spread in its place gives each a class of its own in V8 (until version 12
 * at least), and every later look at a field is slow. Measured: ten times.
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

/** Takes a patch of the store into the tab's view. `whole` replaces the view. */
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
  const owed = refit(state.owed, patch.graves, whole, (grave) => grave.pending || grave.doubt);
  let { highest } = state;
  for (const row of patch.records.values()) highest = Math.max(highest, row?.serverId ?? 0);
  for (const row of patch.graves.values()) highest = Math.max(highest, row?.serverId ?? 0);
  const loaded = state.loaded || whole;
  return amendState(state, { records, graves, bin, todo, unsettled, owed, highest, loaded });
}

/** The keys that belong; the same set when nothing changes. */
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
