import { keysBeingTrashed } from './change-queue';
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
  /** Keys of the rows with text. */
  readonly order: readonly string[];
  /** Those being sent or that couldn't be sent, with or without text. */
  readonly outgoing: readonly DraftView[];
}

/** What open boxes and unwritten deletions change in the list. */
interface Opened {
  /** The drafts of all open boxes, listed or not. */
  readonly views: ReadonlyMap<string, DraftView>;
  /** Keys of drafts with text that aren't stored yet, newest first. */
  readonly fresh: readonly string[];
  /**
   * Stored drafts that aren't listed: those without text, unless their boxes are open, and those
   * whose deletion isn't written yet. If it can't be written, they are listed again.
   */
  readonly hidden: ReadonlySet<string>;
  /** Whether the order is the stored one, below `fresh`. */
  readonly isAsStored: boolean;
  /** The stored order that `order` was made from. */
  readonly base: readonly string[];
  readonly order: readonly string[];
}

/**
 * The list of drafts, newest first. Order and content are separate: a key typed in a draft changes
 * one row, and nothing that depends on the order.
 */
export class DraftListView {
  /** Keys of the rows. The same array while only their content changes. */
  readonly order: readonly string[];
  /** Rows being sent or that couldn't be sent. The same array while none of them changes. */
  readonly outgoing: readonly DraftView[];
  #rows: readonly DraftView[] | undefined;

  constructor(
    private readonly state: DraftEngineState,
    private readonly stored: Stored,
    private readonly opened: Opened,
  ) {
    const { views, hidden } = opened;
    const { outgoing } = stored;
    this.order = opened.order;
    this.outgoing = outgoing.some(({ key }) => views.has(key) || hidden.has(key))
      ? outgoing.filter(({ key }) => !hidden.has(key)).map((view) => views.get(view.key) ?? view)
      : outgoing;
  }

  /** All rows with their content, built when first read. */
  get rows(): readonly DraftView[] {
    return (this.#rows ??= this.#build());
  }

  /** A row, or the draft of an open box that isn't listed: a new one, or one removed elsewhere. */
  get(key: string): DraftView | undefined {
    const view = this.#storedView(key);
    return this.opened.views.get(key) ?? (view && !this.stored.blank.has(view) ? view : undefined);
  }

  isListed(key: string): boolean {
    if (this.opened.fresh.includes(key)) return true;
    return this.#storedView(key) !== undefined && !this.opened.hidden.has(key);
  }

  #storedView(key: string): DraftView | undefined {
    const record = this.state.records.get(key);
    return record && this.stored.byRecord.get(record);
  }

  #build(): readonly DraftView[] {
    const { views: opened, fresh, hidden } = this.opened;
    const { views } = this.stored;
    if (opened.size + hidden.size === 0) return views;
    const listed = views.filter(({ key }) => !hidden.has(key));
    return [
      ...fresh.flatMap((key) => opened.get(key) ?? []),
      ...listed.map((view) => opened.get(view.key) ?? view),
    ];
  }
}

/**
 * Creates a function that builds the list. An open box shows the user's own text. It remembers the
 * previous result: a keystroke or stored change only costs the rows it affects, however many drafts
 * there are.
 */
export function createDraftListView(): (state: DraftEngineState) => DraftListView {
  let last: DraftEngineState | null = null;
  let stored: Stored | null = null;
  let opened: Opened | null = null;
  return (state) => {
    stored = (last && stored && followed(stored, last, state)) ?? updatedList(state, stored, last);
    opened = withEditors(state, stored, opened);
    last = state;
    return new DraftListView(state, stored, opened);
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
  views.sort(byAge);
  const order = orderOf(views, blank);
  return {
    views,
    byRecord,
    blank,
    partners,
    order: old && isSameOrder(old.order, order) ? old.order : order,
    outgoing: outgoingOf(views),
  };
}

/** The rows after the changes since `last`, or null if all records have to be read. */
function followed(old: Stored, last: DraftEngineState, state: DraftEngineState): Stored | null {
  if (!looksAlike(last, state)) return null;
  if (last.records === state.records) return old;
  const changed = state.records.changedSince(last.records);
  if (!changed) return null;
  const views = [...old.views];
  const blank = new Set(old.blank);
  let [isMoved, isOutgoing] = [false, false];
  for (const key of changed) {
    const was = last.records.get(key);
    const is = state.records.get(key);
    // Rows of a conflict depend on each other.
    if (was?.conflict || is?.conflict || old.partners.has(key)) return null;
    if (was === is) continue;
    const gone = was && old.byRecord.get(was);
    const view = is && viewStoredDraft(state, is, undefined, null);
    const [wasListed, isListed] = [gone && !blank.has(gone), view && !isBlankBody(view.body)];
    let [from, to] = [-1, -1];
    if (gone) {
      views.splice((from = indexOf(views, gone)), 1);
      blank.delete(gone);
    }
    if (is && view) {
      old.byRecord.set(is, view);
      views.splice((to = placeOf(views, view)), 0, view);
      if (!isListed) blank.add(view);
    }
    isMoved ||= Boolean(wasListed) !== Boolean(isListed) || (Boolean(isListed) && from !== to);
    isOutgoing ||= Boolean(gone?.sending) || Boolean(view?.sending);
  }
  return {
    ...old,
    views,
    blank,
    order: isMoved ? orderOf(views, blank) : old.order,
    outgoing: isOutgoing ? outgoingOf(views) : old.outgoing,
  };
}

const orderOf = (views: readonly DraftView[], blank: ReadonlySet<DraftView>): readonly string[] =>
  (blank.size > 0 ? views.filter((view) => !blank.has(view)) : views).map(({ key }) => key);

const outgoingOf = (views: readonly DraftView[]) => views.filter((view) => view.sending);

const isSameOrder = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((key, index) => key === other[index]);

function withEditors(state: DraftEngineState, stored: Stored, last: Opened | null): Opened {
  const views = new Map<string, DraftView>();
  const fresh: string[] = [];
  const leaving = state.storage === 'ok' ? keysBeingTrashed(state) : [];
  let isAsStored = leaving.length === 0;
  for (const [local, editor] of state.editors) {
    const record = state.records.get(local);
    const old = record && stored.byRecord.get(record);
    if (old) {
      views.set(local, viewStoredDraft(state, record, editor, old.conflictOf));
      isAsStored &&= !stored.blank.has(old);
    } else {
      const view = viewUnstoredDraft(state, local, editor);
      views.set(local, view);
      if (!view.removed && !isBlankBody(view.body)) fresh.unshift(local);
    }
  }
  const { order: base } = stored;
  const unlisted = [...leaving, ...[...stored.blank].map(({ key }) => key)];
  const hidden = new Set(unlisted.filter((key) => !views.has(key)));
  const opened = { views, fresh, hidden, isAsStored, base };
  if (last?.base === base && last.isAsStored && isAsStored && isSameOrder(last.fresh, fresh)) {
    return { ...opened, order: last.order };
  }
  const listed = isAsStored
    ? base
    : stored.views.map(({ key }) => key).filter((key) => !hidden.has(key));
  const order = fresh.length > 0 ? [...fresh, ...listed] : listed;
  return { ...opened, order: last && isSameOrder(last.order, order) ? last.order : order };
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
