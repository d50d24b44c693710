import { isBlankBody, type DraftBody, type DraftLimits } from './draft-body';
import { coversText } from './merge-bodies';
import {
  rebuildRecord,
  sameDraftRecord,
  withPastFingerprint,
  type TrashEntry,
  type TrashReason,
  type DraftRecord,
  type DraftTombstone,
} from './draft-record';

/** The rows of a store transaction that a change can read. */
export interface TransactionRows {
  readonly records: Iterable<DraftRecord>;
  readonly graves: Iterable<DraftTombstone>;
  readonly bin: Iterable<TrashEntry>;
}

export interface ChangeEnvironment {
  /** Device clock, milliseconds. */
  readonly now: number;
  readonly newId: () => string;
  readonly limits: DraftLimits;
}

/** Rows to write. A key with `null` is deleted. */
export interface StorePatch {
  readonly records: ReadonlyMap<string, DraftRecord | null>;
  readonly graves: ReadonlyMap<string, DraftTombstone | null>;
  readonly bin: ReadonlyMap<string, TrashEntry | null>;
}

export function isEmptyPatch({ records, graves, bin }: StorePatch): boolean {
  return records.size === 0 && graves.size === 0 && bin.size === 0;
}

/** The working set of one store transaction: reads from the given rows and collects writes. */
export class WorkingSet {
  readonly records = new Map<string, DraftRecord>();
  readonly graves = new Map<string, DraftTombstone>();
  readonly bin = new Map<string, TrashEntry>();
  /** Created on first use: few changes need it. */
  private byServer: Map<number, string> | null = null;
  private tombstoneByServer: Map<number, string> | null = null;
  private readonly changes = {
    records: new Map<string, DraftRecord | null>(),
    graves: new Map<string, DraftTombstone | null>(),
    bin: new Map<string, TrashEntry | null>(),
  };

  constructor(
    rows: TransactionRows,
    readonly env: ChangeEnvironment,
  ) {
    for (const record of rows.records) this.records.set(record.local, record);
    for (const tombstone of rows.graves) this.graves.set(tombstone.key, tombstone);
    for (const entry of rows.bin) this.bin.set(entry.id, entry);
  }

  get limits(): DraftLimits {
    return this.env.limits;
  }

  get patch(): StorePatch {
    return this.changes;
  }

  byServerId(id: number): DraftRecord | undefined {
    this.byServer ??= indexOf(this.records);
    const local = this.byServer.get(id);
    return local === undefined ? undefined : this.records.get(local);
  }

  tombstoneOf(id: number): DraftTombstone | undefined {
    this.tombstoneByServer ??= indexOf(this.graves);
    const key = this.tombstoneByServer.get(id);
    return key === undefined ? undefined : this.graves.get(key);
  }

  /**
   * Keeps the fingerprint of every server copy a record has had. Writes nothing if nothing changed.
   */
  put(changed: DraftRecord): DraftRecord {
    const { local, base } = changed;
    const old = this.records.get(local);
    const isKnown = base === null || old?.base === base;
    const ghosts = isKnown ? changed.ghosts : withPastFingerprint(changed, base);
    if (old && old.ghosts === ghosts && sameDraftRecord(old, changed)) return old;
    const record = rebuildRecord(changed, ghosts);
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

  putTombstone(tombstone: DraftTombstone): void {
    this.indexTombstone(tombstone);
    this.changes.graves.set(tombstone.key, tombstone);
  }

  dropTombstone(key: string): void {
    const id = this.graves.get(key)?.serverId ?? null;
    if (id !== null) this.tombstoneByServer?.delete(id);
    this.graves.delete(key);
    this.changes.graves.set(key, null);
  }

  dropTrashEntry(id: string): void {
    this.bin.delete(id);
    this.changes.bin.set(id, null);
  }

  /**
   * Moves a text to the trash. Skips text that an entry of the same draft and reason already
   * contains; a longer text replaces the shorter entries it contains.
   */
  discard(local: string, body: DraftBody, reason: TrashReason): void {
    if (isBlankBody(body)) return;
    if (reason === 'overwritten' || reason === 'cleared') {
      for (const entry of this.bin.values()) {
        if (entry.local !== local || entry.reason !== reason) continue;
        if (coversText(entry.body, body)) return;
        if (coversText(body, entry.body)) this.dropTrashEntry(entry.id);
      }
    }
    const entry = { id: this.env.newId(), local, body, reason, at: this.env.now };
    this.bin.set(entry.id, entry);
    this.changes.bin.set(entry.id, entry);
  }

  /** Adds a tombstone for a server row; `pending` if the row still has to be deleted. */
  addTombstone(serverId: number, of: Partial<DraftTombstone> = {}): void {
    const old = this.tombstoneOf(serverId);
    this.putTombstone({
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

  fingerprintOwner(print: string): DraftRecord | undefined {
    for (const record of this.records.values()) if (record.ghosts.includes(print)) return record;
    return undefined;
  }

  /**
   * Finds the tombstone of a draft that the user deleted or sent here, by a fingerprint of its
   * copies.
   */
  tombstoneByFingerprint(print: string): DraftTombstone | undefined {
    for (const tombstone of this.graves.values()) {
      if (tombstone.pursue && tombstone.ghosts.includes(print)) return tombstone;
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

  private indexTombstone(tombstone: DraftTombstone): void {
    this.graves.set(tombstone.key, tombstone);
    if (tombstone.serverId !== null) this.tombstoneByServer?.set(tombstone.serverId, tombstone.key);
  }
}

function indexOf(rows: ReadonlyMap<string, { readonly serverId: number | null }>) {
  const keys = new Map<number, string>();
  for (const [key, { serverId }] of rows) if (serverId !== null) keys.set(serverId, key);
  return keys;
}
