import { isBlankBody } from './draft-body';
import type { DraftRecord } from './draft-record';
import { localKeyOfRow, type ServerDraft } from './server-rows';
import type { DraftEngineState } from './engine-state';
import {
  isDraftServerReachable,
  viewStoredDraft,
  viewUnstoredDraft,
  type DraftView,
} from './draft-view';

/** The rows of stored drafts, independent of open boxes. */
interface Stored {
  /** Newest first, including drafts without text. */
  readonly views: readonly DraftView[];
  /** By the record that a row shows. */
  readonly byRecord: WeakMap<DraftRecord, DraftView>;
  readonly blank: ReadonlySet<DraftView>;
  /**
   * Keys of drafts that are the other side of a conflict, with the key of the draft that has it.
   */
  readonly partners: ReadonlyMap<string, string>;
}

/**
 * Creates a function that builds the list, newest first. An open box shows the user's own text. It
 * remembers the previous result: a keystroke or stored change only costs the rows it affects,
 * however many drafts there are.
 */
export function createDraftListView(): (state: DraftEngineState) => readonly DraftView[] {
  let last: DraftEngineState | null = null;
  let stored: Stored | null = null;
  let filled: readonly DraftView[] = [];
  return (state) => {
    const next =
      (last && stored && followed(stored, last, state)) ?? updatedList(state, stored, last);
    if (next !== stored) filled = withText(next);
    last = state;
    stored = next;
    return state.editors.size === 0 ? filled : withEditors(state, next, filled);
  };
}

/**
 * Rows for the server's drafts on a device that has none stored yet, with the keys and order they
 * will have once stored, so that nothing moves.
 */
export function viewServerRows(rows: readonly ServerDraft[]): readonly DraftView[] {
  return rows
    .filter((row) => !isBlankBody(row))
    .map(({ id, timestamp, type, to, topic, content }) => ({
      key: localKeyOfRow(id),
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

/** Whether everything a row depends on besides its record is the same. */
function looksAlike(a: DraftEngineState, b: DraftEngineState): boolean {
  return (
    a.limits === b.limits &&
    a.sync === b.sync &&
    a.signedIn === b.signedIn &&
    isDraftServerReachable(a) === isDraftServerReachable(b)
  );
}

/** All rows. Rows whose record and appearance are unchanged stay the same objects. */
function updatedList(
  state: DraftEngineState,
  old: Stored | null,
  last: DraftEngineState | null,
): Stored {
  const known = old && last && looksAlike(last, state) ? old.byRecord : null;
  const byRecord = known ?? new WeakMap<DraftRecord, DraftView>();
  const partners = new Map<string, string>();
  for (const record of state.records.values()) {
    if (record.conflict) partners.set(record.conflict.other, record.local);
  }
  const views: DraftView[] = [];
  for (const record of state.records.values()) {
    const partner = partners.get(record.local) ?? null;
    let view = known?.get(record);
    if (!view || view.conflictOf !== partner || record.conflict) {
      view = viewStoredDraft(state, record, undefined, partner);
      byRecord.set(record, view);
    }
    views.push(view);
  }
  const blank = new Set(views.filter(({ body }) => isBlankBody(body)));
  return { views: views.sort(byAge), byRecord, blank, partners };
}

/** The rows after the changes since `last`, or null if all records have to be read. */
function followed(old: Stored, last: DraftEngineState, state: DraftEngineState): Stored | null {
  if (!looksAlike(last, state)) return null;
  if (last.records === state.records) return old;
  const changed = state.records.changedSince(last.records);
  if (!changed) return null;
  const views = [...old.views];
  const blank = new Set(old.blank);
  for (const key of changed) {
    const was = last.records.get(key);
    const is = state.records.get(key);
    // Rows of a conflict depend on each other.
    if (was?.conflict || is?.conflict || old.partners.has(key)) return null;
    if (was === is) continue;
    const gone = was && old.byRecord.get(was);
    if (gone) {
      views.splice(indexOf(views, gone), 1);
      blank.delete(gone);
    }
    if (is) {
      const view = viewStoredDraft(state, is, undefined, null);
      old.byRecord.set(is, view);
      views.splice(placeOf(views, view), 0, view);
      if (isBlankBody(view.body)) blank.add(view);
    }
  }
  return { ...old, views, blank };
}

function withText({ views, blank }: Stored): readonly DraftView[] {
  return blank.size === 0 ? views : views.filter((view) => !blank.has(view));
}

/** A stored draft without text is shown while its box is open. */
function withOpen(state: DraftEngineState, { views, blank }: Stored): readonly DraftView[] {
  return views.filter((view) => state.editors.has(view.key) || !blank.has(view));
}

function withEditors(
  state: DraftEngineState,
  stored: Stored,
  filled: readonly DraftView[],
): readonly DraftView[] {
  const { blank, byRecord } = stored;
  const hasBlank = [...blank].some(({ key }) => state.editors.has(key));
  const rows = hasBlank ? withOpen(state, stored) : filled;
  const views = [...rows];
  const fresh: DraftView[] = [];
  for (const [local, editor] of state.editors) {
    const record = state.records.get(local);
    const old = record && byRecord.get(record);
    if (old) {
      views[indexOf(rows, old)] = viewStoredDraft(state, record, editor, old.conflictOf);
    } else {
      const view = viewUnstoredDraft(state, local, editor);
      if (!view.removed && !isBlankBody(view.body)) fresh.unshift(view);
    }
  }
  if (fresh.length === 0) return views;
  return [...fresh, ...views];
}

function byAge(a: DraftView, b: DraftView): number {
  return b.updatedAt - a.updatedAt || (a.key < b.key ? -1 : 1);
}

/** Index of the row in the sorted rows. */
function indexOf(views: readonly DraftView[], view: DraftView): number {
  const place = placeOf(views, view);
  return views[place] === view ? place : views.indexOf(view);
}

/** Number of sorted rows before it, not counting itself. */
function placeOf(views: readonly DraftView[], view: DraftView): number {
  let [low, high] = [0, views.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = views[middle];
    if (other && other !== view && byAge(other, view) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
