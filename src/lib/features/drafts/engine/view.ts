import { emptyBody, isBlank, problemOf, sameBody, type Body } from './body';
import { merge } from './merge';
import { keyOfRow, type Row } from './remote';
import { isDirty, type BinEntry, type DraftRecord, type Sending } from './record';
import type { Editor, State } from './state';

/**
 * `unsaved`: not on the disk yet. `local`: nothing the server would keep. `saving`: on this device,
 * on its way. `offline`: on this device until the connection is back. `off`: sync is switched off.
 * `blocked`: the server would refuse it, see `reason`.
 */
export type SyncState = 'unsaved' | 'local' | 'saving' | 'saved' | 'offline' | 'off' | 'blocked';

export interface Conflict {
  /** Key of the draft that holds the other text. */
  readonly other: string;
  readonly mine: Body;
  readonly theirs: Body;
  readonly base: Body;
  /** Both changes in one text; where they overlap mine comes first, then theirs. */
  readonly merged: string;
}

export interface DraftView {
  /** Local key; the same for the life of the draft, across tabs and reloads. */
  readonly key: string;
  readonly body: Body;
  /** Device clock, milliseconds. */
  readonly updatedAt: number;
  readonly sync: SyncState;
  /** `too_long`, `topic_too_long`, `null_byte`, or the server's own sentence. */
  readonly reason: string | null;
  /** Has a conflict to be resolved. */
  readonly conflicted: boolean;
  /** This draft is the other side of that draft's conflict. */
  readonly conflictOf: string | null;
  /** Deleted elsewhere while it had unsent changes here, and kept. */
  readonly revived: boolean;
  /** Deleted or sent elsewhere while its box is open here; the text is in the bin. */
  readonly removed: boolean;
  /** The stored text has moved on; the box shows it once it is left. */
  readonly held: boolean;
  readonly sending: Pick<Sending, 'state' | 'reason'> | null;
}

/**
 * Makes the list, newest first. A box that is open shows the person's own text. Remembers the last
 * answer: a key stroke costs one row, however many drafts there are.
 */
export function createListView(): (state: State) => readonly DraftView[] {
  let last: State | null = null;
  let rows = new WeakMap<DraftRecord, DraftView>();
  let stored: readonly DraftView[] = [];
  let filled: readonly DraftView[] = [];
  return (state) => {
    if (last && !looksAlike(last, state)) rows = new WeakMap();
    if (!last || last.records !== state.records || !looksAlike(last, state)) {
      stored = storedViews(state, rows, stored);
      filled = stored.filter(({ body }) => !isBlank(body));
    }
    last = state;
    if (state.editors.size === 0) return filled;
    return withEditors(state, hasBlank(state) ? shownOf(state, stored) : filled, rows);
  };
}

/**
 * Rows of the server as the list will show them, for a device that has none yet: the same keys and
 * the same order, so that nothing moves when they are stored.
 */
export function viewRows(rows: readonly Row[]): readonly DraftView[] {
  return rows
    .filter((row) => !isBlank(row))
    .map(({ id, timestamp, type, to, topic, content }) => ({
      key: keyOfRow(id),
      body: { type, to, topic, content },
      updatedAt: timestamp * 1000,
      sync: 'saved' as const,
      reason: null,
      conflicted: false,
      conflictOf: null,
      revived: false,
      removed: false,
      held: false,
      sending: null,
    }))
    .sort(byAge);
}

/** What a stored draft's row depends on, besides its record. */
function looksAlike(a: State, b: State): boolean {
  return a.limits === b.limits && a.sync === b.sync && isReachable(a) === isReachable(b);
}

/** `last` is in order already, so only what is not in it must be put in its place. */
function storedViews(
  state: State,
  known: WeakMap<DraftRecord, DraftView>,
  last: readonly DraftView[],
): DraftView[] {
  const partners = new Map<string, string>();
  for (const record of state.records.values()) {
    if (record.conflict) partners.set(record.conflict.other, record.local);
  }
  const views = new Set<DraftView>();
  for (const record of state.records.values()) {
    const partner = partners.get(record.local) ?? null;
    let view = known.get(record);
    if (!view || view.conflictOf !== partner || record.conflict) {
      view = viewOf(state, record, undefined, partner);
      known.set(record, view);
    }
    views.add(view);
  }
  const kept = last.filter((view) => views.delete(view));
  return mergeSorted(kept, [...views].sort(byAge));
}

function mergeSorted(a: readonly DraftView[], b: readonly DraftView[]): DraftView[] {
  const merged: DraftView[] = [];
  let next = 0;
  for (const view of a) {
    for (let other = b[next]; other && byAge(other, view) < 0; other = b[++next])
      merged.push(other);
    merged.push(view);
  }
  return [...merged, ...b.slice(next)];
}

function byAge(a: DraftView, b: DraftView): number {
  return b.updatedAt - a.updatedAt || (a.key < b.key ? -1 : 1);
}

/** A stored draft without text is shown while its box is open. */
function hasBlank({ editors, records }: State): boolean {
  for (const local of editors.keys()) {
    const record = records.get(local);
    if (record && isBlank(record.body)) return true;
  }
  return false;
}

function shownOf({ editors }: State, stored: readonly DraftView[]): readonly DraftView[] {
  return stored.filter(({ key, body }) => editors.has(key) || !isBlank(body));
}

function withEditors(
  state: State,
  stored: readonly DraftView[],
  known: WeakMap<DraftRecord, DraftView>,
): readonly DraftView[] {
  const views = [...stored];
  const fresh: DraftView[] = [];
  for (const [local, editor] of state.editors) {
    const record = state.records.get(local);
    const old = record && known.get(record);
    if (old) {
      views[stored.indexOf(old)] = viewOf(state, record, editor, old.conflictOf);
    } else {
      const view = unstored(state, local, editor);
      if (!view.removed && !isBlank(view.body)) fresh.unshift(view);
    }
  }
  if (fresh.length === 0) return views;
  return [...fresh, ...views];
}

/** One draft, also one that is not in the list: a new one without text, or a removed one. */
export function viewOne(
  state: State,
  list: readonly DraftView[],
  key: string,
): DraftView | undefined {
  const editor = state.editors.get(key);
  if (editor && !state.records.has(key)) return unstored(state, key, editor);
  return list.find((view) => view.key === key);
}

function viewOf(
  state: State,
  record: DraftRecord,
  editor: Editor | undefined,
  conflictOf: string | null,
): DraftView {
  const body = editor?.shown ?? record.body;
  const unsaved = isUnsaved(state, record.local, editor);
  const problem = problemOf(body, state.limits);
  const other = record.conflict && state.records.get(record.conflict.other);
  return {
    key: record.local,
    body,
    updatedAt: editor?.dirtySince ?? record.editedAt,
    sync: syncOf(state, record, body, unsaved, problem !== null),
    reason: problem ?? record.refused?.reason ?? null,
    conflicted: Boolean(other),
    conflictOf,
    revived: record.notice === 'revived',
    removed: false,
    held: Boolean(editor && !unsaved && !sameBody(editor.shown, record.body)),
    sending: record.sending && { state: record.sending.state, reason: record.sending.reason },
  };
}

function unstored(state: State, key: string, editor: Editor): DraftView {
  const removed = !isBlank(editor.base) && !isUnsaved(state, key, editor);
  return {
    key,
    body: editor.shown,
    updatedAt: editor.dirtySince ?? 0,
    sync: isBlank(editor.shown) ? 'local' : 'unsaved',
    reason: null,
    conflicted: false,
    conflictOf: null,
    revived: false,
    removed,
    held: false,
    sending: null,
  };
}

function isUnsaved(state: State, local: string, editor: Editor | undefined): boolean {
  if (!editor) return false;
  if (editor.dirtySince !== null) return true;
  return state.queue.some((change) => change.type === 'edit' && change.local === local);
}

function syncOf(
  state: State,
  record: DraftRecord,
  body: Body,
  unsaved: boolean,
  hasProblem: boolean,
): SyncState {
  if (unsaved) return 'unsaved';
  if (isBlank(body)) return 'local';
  if (hasProblem || record.refused) return 'blocked';
  if (!state.sync) return 'off';
  if (!isDirty(record, state.limits)) return 'saved';
  return isReachable(state) ? 'saving' : 'offline';
}

function isReachable({ online, signedIn, failures }: State): boolean {
  return online && signedIn && failures === 0;
}

export function conflictOf(state: State, local: string): Conflict | null {
  const record = state.records.get(local);
  const other = record?.conflict && state.records.get(record.conflict.other);
  if (!record?.conflict || !other) return null;
  const mine = state.editors.get(local)?.shown ?? record.body;
  const { base } = record.conflict;
  const merged = merge(base, mine, other.body, state.limits).body.content;
  return { other: other.local, mine, theirs: other.body, base, merged };
}

/** Newest first. */
export function viewBin(bin: State['bin']): BinEntry[] {
  return [...bin.values()].sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
}

/** Counts the drafts whose newest text is only on this device. Remembers what is stored. */
export function createUnsyncedCount(): (state: State) => number {
  let last: State | null = null;
  let unsynced: ReadonlySet<string> = new Set();
  return (state) => {
    if (last?.records !== state.records || last.limits !== state.limits) {
      unsynced = unsyncedKeys(state);
    }
    last = state;
    let count = unsynced.size;
    for (const [local, { shown }] of state.editors) {
      const body = state.records.get(local)?.body ?? emptyBody;
      const isPending = !isBlank(shown) && (!sameBody(shown, body) || unsynced.has(local));
      if (isPending !== unsynced.has(local)) count += isPending ? 1 : -1;
    }
    return count;
  };
}

function unsyncedKeys({ records, limits }: State): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const [local, record] of records) {
    if (!isBlank(record.body) && isDirty(record, limits)) keys.add(local);
  }
  return keys;
}
