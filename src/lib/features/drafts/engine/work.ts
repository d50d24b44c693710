import { isBlank, printOf, type Body, type Limits } from './body';
import { covers } from './merge';
import {
  withGhost,
  type BinEntry,
  type BinReason,
  type DraftRecord,
  type Grave,
  type ServerCopy,
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

/** The working set of one store transaction: reads through, collects writes. */
export class Work {
  readonly records = new Map<string, DraftRecord>();
  readonly graves = new Map<string, Grave>();
  readonly bin = new Map<string, BinEntry>();
  private readonly byServer = new Map<number, string>();
  private readonly graveByServer = new Map<number, string>();
  private readonly changes = {
    records: new Map<string, DraftRecord | null>(),
    graves: new Map<string, Grave | null>(),
    bin: new Map<string, BinEntry | null>(),
  };

  constructor(
    rows: Rows,
    readonly env: Env,
  ) {
    for (const record of rows.records) this.index(record);
    for (const grave of rows.graves) this.indexGrave(grave);
    for (const entry of rows.bin) this.bin.set(entry.id, entry);
  }

  get limits(): Limits {
    return this.env.limits;
  }

  get patch(): Patch {
    return this.changes;
  }

  byServerId(id: number): DraftRecord | undefined {
    const local = this.byServer.get(id);
    return local === undefined ? undefined : this.records.get(local);
  }

  graveOf(id: number): Grave | undefined {
    const key = this.graveByServer.get(id);
    return key === undefined ? undefined : this.graves.get(key);
  }

  /** Every server copy that a record has had stays known as a ghost. */
  put(changed: DraftRecord): DraftRecord {
    const { base } = changed;
    const isOld = base === null || this.records.get(changed.local)?.base === base;
    const record = isOld ? changed : { ...changed, ghosts: withGhost(changed, base) };
    this.unlink(record.local);
    this.index(record);
    this.changes.records.set(record.local, record);
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
    if (id !== null) this.graveByServer.delete(id);
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

  ghostOwner(copy: ServerCopy): DraftRecord | undefined {
    const print = printOf(copy.body, copy.timestamp);
    for (const record of this.records.values()) if (record.ghosts.includes(print)) return record;
    return undefined;
  }

  ghostGrave(copy: ServerCopy): Grave | undefined {
    const print = printOf(copy.body, copy.timestamp);
    for (const grave of this.graves.values()) {
      if (grave.pursue && grave.ghosts.includes(print)) return grave;
    }
    return undefined;
  }

  private unlink(local: string): void {
    const id = this.records.get(local)?.serverId ?? null;
    if (id !== null && this.byServer.get(id) === local) this.byServer.delete(id);
  }

  private index(record: DraftRecord): void {
    this.records.set(record.local, record);
    if (record.serverId !== null) this.byServer.set(record.serverId, record.local);
  }

  private indexGrave(grave: Grave): void {
    this.graves.set(grave.key, grave);
    if (grave.serverId !== null) this.graveByServer.set(grave.serverId, grave.key);
  }
}
