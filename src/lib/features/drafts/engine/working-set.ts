import { isBlank, type Body, type Limits } from './body';
import { covers } from './merge';
import {
  plainRecord,
  sameRecord,
  withGhost,
  type BinEntry,
  type BinReason,
  type DraftRecord,
  type Grave,
} from './record';

/** What a change may look at, and what every store transaction hands it. */
export interface Rows {
  readonly records: Iterable<DraftRecord>;
  readonly graves: Iterable<Grave>;
  readonly bin: Iterable<BinEntry>;
}

export interface Env {
  /** Device clock, milliseconds. */
  readonly now: number;
  readonly newId: () => string;
  readonly limits: Limits;
}

/** What to write. A key with `null` is deleted. */
export interface Patch {
  readonly records: ReadonlyMap<string, DraftRecord | null>;
  readonly graves: ReadonlyMap<string, Grave | null>;
  readonly bin: ReadonlyMap<string, BinEntry | null>;
}

export function isEmpty({ records, graves, bin }: Patch): boolean {
  return records.size === 0 && graves.size === 0 && bin.size === 0;
}

/** The working set of one store transaction: reads through, collects writes. */
export class WorkingSet {
  readonly records = new Map<string, DraftRecord>();
  readonly graves = new Map<string, Grave>();
  readonly bin = new Map<string, BinEntry>();
  /** Made when first asked: few changes ask. */
  private byServer: Map<number, string> | null = null;
  private graveByServer: Map<number, string> | null = null;
  private readonly changes = {
    records: new Map<string, DraftRecord | null>(),
    graves: new Map<string, Grave | null>(),
    bin: new Map<string, BinEntry | null>(),
  };

  constructor(
    rows: Rows,
    readonly env: Env,
  ) {
    for (const record of rows.records) this.records.set(record.local, record);
    for (const grave of rows.graves) this.graves.set(grave.key, grave);
    for (const entry of rows.bin) this.bin.set(entry.id, entry);
  }

  get limits(): Limits {
    return this.env.limits;
  }

  get patch(): Patch {
    return this.changes;
  }

  byServerId(id: number): DraftRecord | undefined {
    this.byServer ??= indexOf(this.records);
    const local = this.byServer.get(id);
    return local === undefined ? undefined : this.records.get(local);
  }

  graveOf(id: number): Grave | undefined {
    this.graveByServer ??= indexOf(this.graves);
    const key = this.graveByServer.get(id);
    return key === undefined ? undefined : this.graves.get(key);
  }

  /** Every server copy that a record has had stays known as a ghost. What is so already is not written. */
  put(changed: DraftRecord): DraftRecord {
    const { local, base } = changed;
    const old = this.records.get(local);
    const isKnown = base === null || old?.base === base;
    const ghosts = isKnown ? changed.ghosts : withGhost(changed, base);
    if (old && old.ghosts === ghosts && sameRecord(old, changed)) return old;
    const record = plainRecord(changed, ghosts);
    this.unlink(local);
    this.index(record);
    this.changes.records.set(local, record);
    return record;
  }

  drop(local: string): void {
    this.unlink(local);
    this.records.delete(local);
    this.changes.records.set(local, null);
  }

  putGrave(grave: Grave): void {
    this.indexGrave(grave);
    this.changes.graves.set(grave.key, grave);
  }

  dropGrave(key: string): void {
    const id = this.graves.get(key)?.serverId ?? null;
    if (id !== null) this.graveByServer?.delete(id);
    this.graves.delete(key);
    this.changes.graves.set(key, null);
  }

  dropBin(id: string): void {
    this.bin.delete(id);
    this.changes.bin.set(id, null);
  }

  /**
   * Keeps a text that leaves the list. What an entry of the same draft and reason already holds
   * is not kept twice, and a longer text takes the place of the shorter ones it holds.
   */
  discard(local: string, body: Body, reason: BinReason): void {
    if (isBlank(body)) return;
    if (reason === 'overwritten' || reason === 'cleared') {
      for (const entry of this.bin.values()) {
        if (entry.local !== local || entry.reason !== reason) continue;
        if (covers(entry.body, body)) return;
        if (covers(body, entry.body)) this.dropBin(entry.id);
      }
    }
    const entry = { id: this.env.newId(), local, body, reason, at: this.env.now };
    this.bin.set(entry.id, entry);
    this.changes.bin.set(entry.id, entry);
  }

  /** A grave for a server row, `pending` when the row must still be deleted. */
  bury(serverId: number, of: Partial<Grave> = {}): void {
    const old = this.graveOf(serverId);
    this.putGrave({
      key: this.env.newId(),
      local: '',
      ghosts: [],
      text: '',
      pending: false,
      pursue: false,
      doubt: false,
      at: this.env.now,
      ...old,
      ...of,
      serverId,
    });
  }

  ghostOwner(print: string): DraftRecord | undefined {
    for (const record of this.records.values()) if (record.ghosts.includes(print)) return record;
    return undefined;
  }

  /** The grave of what a person here deleted or sent, by a mark of its copies. */
  ghostGrave(print: string): Grave | undefined {
    for (const grave of this.graves.values()) {
      if (grave.pursue && grave.ghosts.includes(print)) return grave;
    }
    return undefined;
  }

  private unlink(local: string): void {
    const id = this.records.get(local)?.serverId ?? null;
    if (id !== null && this.byServer?.get(id) === local) this.byServer.delete(id);
  }

  private index(record: DraftRecord): void {
    this.records.set(record.local, record);
    if (record.serverId !== null) this.byServer?.set(record.serverId, record.local);
  }

  private indexGrave(grave: Grave): void {
    this.graves.set(grave.key, grave);
    if (grave.serverId !== null) this.graveByServer?.set(grave.serverId, grave.key);
  }
}

function indexOf(rows: ReadonlyMap<string, { readonly serverId: number | null }>) {
  const keys = new Map<number, string>();
  for (const [key, { serverId }] of rows) if (serverId !== null) keys.set(serverId, key);
  return keys;
}
