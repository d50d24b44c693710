import { defaultLimits, type DraftBody } from '../../../src/lib/features/drafts/engine/draft-body';
import {
  changeScopeOf,
  type DraftChange,
  type ChangeScope,
} from '../../../src/lib/features/drafts/engine/draft-change';
import type { DraftEngineEvent } from '../../../src/lib/features/drafts/engine/engine';
import {
  unsavedTypingOf,
  type UnsavedTyping,
} from '../../../src/lib/features/drafts/engine/unsaved-typing';
import type {
  TrashEntry,
  DraftRecord,
  DraftTombstone,
} from '../../../src/lib/features/drafts/engine/draft-record';
import type { CheckJob, SendJob } from '../../../src/lib/features/drafts/engine/push-results';
import {
  patchKeysOf,
  startDraftState,
  type DraftCall,
  type DraftEffect,
  type DraftStoreKeys,
  type DraftEngineState,
} from '../../../src/lib/features/drafts/engine/engine-state';
import {
  isEmptyPatch,
  WorkingSet,
  type StorePatch,
  type TransactionRows,
} from '../../../src/lib/features/drafts/engine/working-set';
import type { Registered } from './server';
import type { Subject } from './subject';

export type Request =
  | { readonly kind: 'call'; readonly call: DraftCall }
  | { readonly kind: 'send'; readonly job: SendJob }
  | { readonly kind: 'check'; readonly job: CheckJob }
  | { readonly kind: 'register' };

/** A pending request, or a pending reply (`reply` is set). */
export interface Flight {
  readonly request: Request;
  /** Null if the tab that sent it was closed. */
  tab: Tab | null;
  reply: DraftEngineEvent | { readonly register: Registered } | null;
}

/** What a user does in a box. */
const byPerson: ReadonlySet<DraftEngineEvent['type']> = new Set([
  'focus',
  'typed',
  'blur',
  'leave',
  'remove',
  'resolve',
]);

type StoreEffect = Extract<DraftEffect, { type: 'write' | 'read' }>;

/** One browser: the content of its IndexedDB, its tabs, and the leading tab. */
export class Device {
  readonly records = new Map<string, DraftRecord>();
  readonly graves = new Map<string, DraftTombstone>();
  readonly bin = new Map<string, TrashEntry>();
  readonly tabs: Tab[] = [];
  /** Typing that closed pages could not store. */
  left: UnsavedTyping[] = [];
  leader: Tab | null = null;
  offline = false;
  /** The server answers every request with 401. */
  signedOut = false;
  full = false;

  constructor(
    readonly world: Host,
    /** Offset of this device's clock in milliseconds. */
    readonly skew: number,
  ) {}

  get now(): number {
    return this.world.time + this.skew;
  }

  open(): Tab {
    const tab = new Tab(this);
    this.tabs.push(tab);
    return tab;
  }

  /**
   * Closes the tab without running handlers: what isn't stored is lost, what was sent can still
   * arrive.
   */
  kill(tab: Tab): void {
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    if (this.leader === tab) this.leader = null;
    tab.dead = true;
    for (const flight of [...this.world.flights]) {
      if (flight.tab !== tab) continue;
      flight.tab = null;
      this.world.abandon(flight);
    }
  }

  /**
   * The page closes: what it shows is kept, but what isn't in the store yet might not get there.
   */
  leave(tab: Tab): void {
    tab.dispatch({ type: 'flush' });
    this.left.push(...unsavedTypingOf(tab.state));
    this.kill(tab);
  }

  elect(): void {
    if (this.leader || this.tabs.length === 0) return;
    const tab = this.world.random.pick(this.tabs);
    if (!tab) return;
    this.leader = tab;
    tab.dispatch({ type: 'leader', value: true });
  }

  signIn(): void {
    this.signedOut = false;
    for (const tab of this.tabs) {
      if (!tab.state.signedIn) tab.dispatch({ type: 'signedIn', value: true });
    }
  }

  commit(change: DraftChange, by: Tab): DraftEngineEvent {
    if (this.full && change.type !== 'emptyBin') return { type: 'writeFailed', full: true };
    const rows = this.inScope(changeScopeOf(change));
    const { newId } = this.world;
    const work = new WorkingSet(rows, { now: this.now, newId, limits: defaultLimits });
    this.world.watch(this, change, by);
    const jobs = this.world.subject.apply(work, change);
    const { patch } = work;
    this.noteLabels(patch, work);
    write(this.records, patch.records);
    write(this.graves, patch.graves);
    write(this.bin, patch.bin);
    if (isEmptyPatch(patch)) return { type: 'written', patch, jobs };
    const keys = patchKeysOf(patch);
    for (const tab of this.tabs) if (tab !== by) tab.inbox.push({ type: 'changedElsewhere', keys });
    return { type: 'written', patch, jobs };
  }

  /** A conflict splits a draft into two; a draft deleted elsewhere continues as another one. */
  private noteLabels(patch: StorePatch, work: WorkingSet): void {
    for (const [local, record] of patch.records) {
      const old = this.records.get(local);
      if (!record) continue;
      const { conflict, notice, body } = record;
      if (conflict && old?.conflict?.other !== conflict.other) {
        this.world.label(body, work.records.get(conflict.other)?.body ?? body);
      }
      if (notice !== null && old?.notice !== notice) this.world.label(body, body);
    }
  }

  /** Only what IndexedDB is asked for. */
  private inScope(scope: ChangeScope): TransactionRows {
    const { records, graves, bin } = this;
    const all = { records: records.values(), graves: graves.values(), bin: bin.values() };
    if (scope.type === 'all') return all;
    const chosen: DraftRecord[] = [];
    const found: DraftTombstone[] = [];
    const locals: string[] = [];
    if (scope.type === 'rows') {
      for (const id of scope.ids) {
        const [record, tombstone] = [byRow(records, id), byRow(graves, id)];
        if (!record && !tombstone) return all;
        if (record) chosen.push(record);
        if (tombstone) found.push(tombstone);
        locals.push(record?.local ?? '', tombstone?.local ?? '');
      }
    } else {
      locals.push(...scope.locals);
      for (const record of records.values()) {
        if (locals.includes(record.local) || locals.includes(record.asideOf ?? '')) {
          chosen.push(record);
        }
      }
    }
    const entries: TrashEntry[] = [];
    for (const entry of bin.values()) if (locals.includes(entry.local)) entries.push(entry);
    return { records: chosen, graves: found, bin: entries };
  }

  read(keys: DraftStoreKeys | 'all'): DraftEngineEvent {
    const patch: StorePatch =
      keys === 'all'
        ? { records: new Map(this.records), graves: new Map(this.graves), bin: new Map(this.bin) }
        : {
            records: new Map(keys.records.map((key) => [key, this.records.get(key) ?? null])),
            graves: new Map(keys.graves.map((key) => [key, this.graves.get(key) ?? null])),
            bin: new Map(keys.bin.map((key) => [key, this.bin.get(key) ?? null])),
          };
    return { type: 'read', patch, whole: keys === 'all' };
  }
}

function byRow<T extends { readonly serverId: number | null }>(rows: Map<string, T>, id: number) {
  for (const row of rows.values()) if (row.serverId === id) return row;
  return undefined;
}

function write<T>(store: Map<string, T>, changes: ReadonlyMap<string, T | null>): void {
  for (const [key, value] of changes) {
    if (value === null) store.delete(key);
    else store.set(key, value);
  }
}

/** What devices need from the simulated world. */
export interface Host {
  readonly time: number;
  readonly random: { pick<T>(items: readonly T[]): T | undefined };
  readonly subject: Subject;
  readonly flights: Flight[];
  broken: string | null;
  readonly newId: () => string;
  /** The tab that sent the request was closed. */
  abandon(flight: Flight): void;
  /** Called before a change is stored. */
  watch(device: Device, change: DraftChange, tab: Tab): void;
  /** Called when a change has split a draft into two labeled ones. */
  label(mine: DraftBody, theirs: DraftBody): void;
}

export class Tab {
  state: DraftEngineState = startDraftState();
  dead = false;
  /** Waiting for the store, in order. */
  readonly storing: StoreEffect[] = [];
  /** Store results and messages of other tabs that haven't been delivered yet, in order. */
  readonly inbox: DraftEngineEvent[] = [];
  /** Event queue on the server, and how many of its events were received. */
  queue: number | null = null;
  taken = 0;
  registering = false;

  constructor(readonly device: Device) {
    for (const word of device.left) {
      this.storing.push({ type: 'write', change: { type: 'recall', word } });
    }
    this.storing.push({ type: 'read', keys: 'all' });
  }

  dispatch(event: DraftEngineEvent): void {
    const { subject, flights } = this.device.world;
    const [state, effects] = subject.step(this.state, event, this.device.now);
    if (!byPerson.has(event.type)) this.checkBoxes(state);
    this.state = state;
    for (const effect of effects) {
      if (effect.type === 'call') {
        flights.push({ request: { kind: 'call', call: effect.call }, tab: this, reply: null });
      } else if (effect.type === 'send') {
        flights.push({ request: { kind: 'send', job: effect.job }, tab: this, reply: null });
      } else if (effect.type === 'check') {
        flights.push({ request: { kind: 'check', job: effect.job }, tab: this, reply: null });
      } else {
        this.storing.push(effect);
      }
    }
  }

  private checkBoxes(next: DraftEngineState): void {
    if (next.editors === this.state.editors) return;
    for (const [local, { focused, shown }] of this.state.editors) {
      if (focused && next.editors.get(local)?.shown !== shown) {
        this.device.world.broken ??= `caret: "${shown.content}"`;
      }
    }
  }

  /** Runs one transaction or read; its result is delivered later, or never. */
  store(): void {
    const effect = this.storing.shift();
    if (!effect) return;
    const { device } = this;
    if (effect.type === 'write' && effect.change.type === 'recall') {
      const { word } = effect.change;
      const isWritten = device.commit(effect.change, this).type === 'written';
      if (isWritten) device.left = device.left.filter((one) => one !== word);
      return;
    }
    this.inbox.push(
      effect.type === 'write' ? device.commit(effect.change, this) : device.read(effect.keys),
    );
  }

  hear(): void {
    const event = this.inbox.shift();
    if (event) this.dispatch(event);
  }

  /** Completes everything that waits for the store or for delivery, and what results from it. */
  finish(): void {
    while (this.storing.length > 0 || this.inbox.length > 0) {
      this.store();
      this.hear();
    }
  }

  register(): void {
    if (this.queue !== null || this.registering) return;
    this.registering = true;
    this.device.world.flights.push({ request: { kind: 'register' }, tab: this, reply: null });
  }

  get isDue(): boolean {
    const at = this.device.world.subject.wakeAt(this.state, this.device.now);
    return at !== null && at <= this.device.now;
  }
}
