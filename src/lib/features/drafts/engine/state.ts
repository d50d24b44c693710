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
  /** Rises when the server drops all rows: replies to older calls mean nothing any more. */
  readonly epoch: number;
  /** One call at a time. `noting`: the note is being stored and the call comes next. */
  readonly call: Call | 'noting' | null;
  readonly callEpoch: number;
  readonly calls: readonly Call[];
  readonly listing: Omit<Listing, 'rows'> | null;
  readonly needsList: boolean;
  /** Refused with a 400: either the text is at fault, or sync is off. The list will tell. */
  readonly suspect: { readonly job: PostJob | PatchJob; readonly reason: string } | null;
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
  /** Apply in one store transaction, then report `written` or `writeFailed`. In order. */
  | { readonly type: 'write'; readonly change: Change }
  /** Read the keys, or everything, in order with the writes; then report `read`. */
  | { readonly type: 'read'; readonly keys: Keys | 'all' }
  /** Say to the other tabs that these keys changed. */
  | { readonly type: 'tell'; readonly keys: Keys }
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
    epoch: 0,
    call: null,
    callEpoch: 0,
    calls: [],
    listing: null,
    needsList: false,
    suspect: null,
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
  const todo = new Set(whole ? [] : state.todo);
  let { highest } = state;
  for (const [local, record] of patch.records) {
    if (record && hasTodo(record, state.limits)) todo.add(local);
    else todo.delete(local);
    highest = Math.max(highest, record?.serverId ?? 0);
  }
  const owed = new Set(whole ? [] : state.owed);
  for (const [key, grave] of patch.graves) {
    if (grave && (grave.pending || grave.doubt)) owed.add(key);
    else owed.delete(key);
    highest = Math.max(highest, grave?.serverId ?? 0);
  }
  return { ...state, records, graves, bin, todo, owed, highest, loaded: state.loaded || whole };
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
