import type { Body, Limits } from './body';
import { usualLimits } from './body';
import type { Change } from './change';
import type { BinEntry, DraftRecord, Grave } from './record';
import { isPushable } from './record';
import type { DeleteJob, Listing, PatchJob, PostJob, SendJob } from './replies';
import type { Patch } from './work';

/** A box that is open in this tab: what it shows is the person's and nobody else writes there. */
export interface Editor {
  readonly shown: Body;
  /** The text the box last shared with the store: the fork of its next edit. */
  readonly base: Body;
  /** Since when it shows what is not stored, milliseconds. */
  readonly dirtySince: number | null;
  readonly focused: boolean;
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
  readonly records: ReadonlyMap<string, DraftRecord>;
  readonly graves: ReadonlyMap<string, Grave>;
  readonly bin: ReadonlyMap<string, BinEntry>;
  /** Records with something to do: a push, a doubtful POST, a queued message. */
  readonly todo: ReadonlySet<string>;
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
  readonly failures: number;
  readonly waitUntil: number;
  readonly seenEvent: number;
  /** Highest row id seen. */
  readonly highest: number;
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
  /** Read the keys, or everything, in order with the writes; then report `read`. */
  | { readonly type: 'read'; readonly keys: Keys | 'all' }
  | { readonly type: 'call'; readonly call: Call }
  | { readonly type: 'send'; readonly job: SendJob };

export type Step = readonly [State, readonly Effect[]];

export function startState(limits: Limits = usualLimits): State {
  return {
    limits,
    loaded: false,
    records: new Map(),
    graves: new Map(),
    bin: new Map(),
    todo: new Set(),
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
    waitUntil: 0,
    seenEvent: -1,
    highest: 0,
  };
}

export function hasTodo(record: DraftRecord, limits: Limits): boolean {
  const sending = record.sending?.state;
  if (sending === 'queued') return true;
  if (sending === 'inflight') return false;
  return (record.doubt !== null && record.serverId === null) || isPushable(record, limits);
}

/** Takes a patch of the store into the tab's view. `whole` replaces the view. */
export function withPatch(state: State, patch: Patch, whole = false): State {
  const records = fold(state.records, patch.records, whole);
  const graves = fold(state.graves, patch.graves, whole);
  const bin = fold(state.bin, patch.bin, whole);
  const todo = refit(state.todo, patch.records, whole, (record) => hasTodo(record, state.limits));
  const owed = refit(state.owed, patch.graves, whole, (grave) => grave.pending || grave.doubt);
  let { highest } = state;
  for (const row of [...patch.records.values(), ...patch.graves.values()]) {
    highest = Math.max(highest, row?.serverId ?? 0);
  }
  return { ...state, records, graves, bin, todo, owed, highest, loaded: state.loaded || whole };
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

function fold<T>(
  old: ReadonlyMap<string, T>,
  changes: ReadonlyMap<string, T | null>,
  whole: boolean,
): ReadonlyMap<string, T> {
  if (changes.size === 0 && !whole) return old;
  const next = new Map(whole ? [] : old);
  for (const [key, value] of changes) {
    if (value === null) next.delete(key);
    else next.set(key, value);
  }
  return next;
}

export function keysOf(patch: Patch): Keys {
  return {
    records: [...patch.records.keys()],
    graves: [...patch.graves.keys()],
    bin: [...patch.bin.keys()],
  };
}
