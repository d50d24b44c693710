import type { Body, Limits } from './body';
import { usualLimits } from './body';
import type { Change } from './change';
import { isSending } from './local-changes';
import type { BinEntry, DraftRecord, Grave } from './record';
import { isPushable } from './record';
import type { CheckJob, DeleteJob, Listing, PatchJob, PostJob, SendJob } from './replies';
import { Table } from './table';
import { isEmpty, type Patch } from './working-set';

/** A box that is open in this tab: what it shows is the person's and nobody else writes there. */
export interface Editor {
  readonly shown: Body;
  /** The text the box last shared with the store: the fork of its next edit. */
  readonly base: Body;
  /** Since when it shows what is not stored, milliseconds. */
  readonly dirtySince: number | null;
  readonly focused: boolean;
  /** The box is on the page, with or without the focus. */
  readonly open: boolean;
}

export type Call =
  | { readonly kind: 'list' }
  | { readonly kind: 'post'; readonly jobs: readonly PostJob[] }
  | { readonly kind: 'patch'; readonly job: PatchJob }
  | { readonly kind: 'delete'; readonly job: DeleteJob };

/** One tab's view of one account. Replaced whole by `step`, never changed in place. */
export interface State {
  readonly limits: Limits;
  readonly loaded: boolean;
  readonly records: Table<DraftRecord>;
  readonly graves: Table<Grave>;
  readonly bin: Table<BinEntry>;
  /** Records with something to do: a push, a doubtful POST, a message on its way. */
  readonly todo: ReadonlySet<string>;
  /** Of those, the few with a doubtful POST or a message on its way. */
  readonly unsettled: ReadonlySet<string>;
  /** Graves with a DELETE owed or a POST in doubt. */
  readonly owed: ReadonlySet<string>;
  readonly editors: ReadonlyMap<string, Editor>;
  /** Changes on their way to the store, oldest first; the first is being written. */
  readonly queue: readonly Change[];
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
  readonly call: Call | 'noting' | null;
  readonly callEpoch: number;
  readonly calls: readonly Call[];
  readonly listing: Omit<Listing, 'rows'> | null;
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

export type Keys = {
  readonly records: readonly string[];
  readonly graves: readonly string[];
  readonly bin: readonly string[];
};

export type Effect =
  /**
   * Apply in one store transaction, tell the other tabs the keys while it is open (a tab that dies
   * just after must not leave them unaware), then report `written` or `writeFailed`. In order.
   */
  | { readonly type: 'write'; readonly change: Change }
  /** Read the keys, or everything, in order with the writes; then report `read` or `readFailed`. */
  | { readonly type: 'read'; readonly keys: Keys | 'all' }
  | { readonly type: 'call'; readonly call: Call }
  | { readonly type: 'send'; readonly job: SendJob }
  | { readonly type: 'check'; readonly job: CheckJob };

export type Step = readonly [State, readonly Effect[]];

export function startState(limits: Limits = usualLimits): State {
  return {
    limits,
    loaded: false,
    records: Table.of(),
    graves: Table.of(),
    bin: Table.of(),
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
export function amend(state: State, changes: Partial<State>): State {
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
    } satisfies State,
    changes,
  );
}

export function hasTodo(record: DraftRecord, limits: Limits): boolean {
  if (isUnsettled(record)) return true;
  return isPushable(record, limits);
}

function isUnsettled(record: DraftRecord): boolean {
  return isSending(record) || (record.doubt !== null && record.serverId === null);
}

/** Takes a patch of the store into the tab's view. `whole` replaces the view. */
export function withPatch(state: State, patch: Patch, whole = false): State {
  if (!whole && isEmpty(patch)) return state;
  const records = whole ? Table.of(patch.records) : state.records.with(patch.records);
  const graves = whole ? Table.of(patch.graves) : state.graves.with(patch.graves);
  const bin = whole ? Table.of(patch.bin) : state.bin.with(patch.bin);
  const todo = refit(state.todo, patch.records, whole, (record) => hasTodo(record, state.limits));
  const unsettled = refit(state.unsettled, patch.records, whole, isUnsettled);
  const owed = refit(state.owed, patch.graves, whole, (grave) => grave.pending || grave.doubt);
  let { highest } = state;
  for (const row of patch.records.values()) highest = Math.max(highest, row?.serverId ?? 0);
  for (const row of patch.graves.values()) highest = Math.max(highest, row?.serverId ?? 0);
  const loaded = state.loaded || whole;
  return amend(state, { records, graves, bin, todo, unsettled, owed, highest, loaded });
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

export function keysOf(patch: Patch): Keys {
  return {
    records: [...patch.records.keys()],
    graves: [...patch.graves.keys()],
    bin: [...patch.bin.keys()],
  };
}
