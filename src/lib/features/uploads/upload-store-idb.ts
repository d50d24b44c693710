import type { DBSchema, IDBPDatabase } from 'idb';
import { eraseDatabase } from '../../client/storage/erase-database';
import { openDatabase, unreadableDataListeners } from '../../client/storage/open-database';
import type { UploadPersistence } from './upload-driver';
import type { UploadJob } from './engine/upload-job';
import type { FileHandle } from './file-handles';
import type { SavedUploadJob } from './saved-upload-job';
import { uploadsDatabaseName } from './database-name';
import { uploadSetting } from './upload-settings';

interface Schema extends DBSchema {
  jobs: { key: string; value: { readonly job: UploadJob; readonly uploadUrl: string | null } };
  files: { key: string; value: Blob | FileHandle | Bytes };
  held: { key: string; value: string };
}

/** A file's bytes, for browsers that can't store files (in private windows). */
interface Bytes {
  readonly bytes: ArrayBuffer;
  readonly type: string;
}

/**
 * Bytes. For larger files the handle is stored, if there is one, because reading it can prompt the
 * user.
 */
const maxSmallFile = 8 * 1024 * 1024;
/**
 * Bytes. Larger files must be chosen again after a reload, because browsers copy what they store.
 */
const maxStoredFile = 256 * 1024 * 1024;
/** Share of the browser's free space that one file can use. */
const maxQuotaShare = 0.5;

/**
 * The unfinished uploads of one account on this device. Several tabs use it simultaneously: a row
 * belongs to the tab that holds its lock. If storage fails, nothing is stored and nothing else is
 * affected.
 */
export class UploadStore implements UploadPersistence {
  #db: Promise<IDBPDatabase<Schema> | null> | null = null;
  /** Held drafts that this tab has stored. */
  #held: ReadonlySet<string> = new Set();

  constructor(private readonly account: string) {}

  async keep({ job, uploadUrl }: SavedUploadJob): Promise<void> {
    if (!uploadSetting(this.account, 'keep')) return;
    await this.#try(async (db) => void (await db.put('jobs', { job, uploadUrl }, job.id)));
  }

  /** False if the file must be chosen again after a reload. */
  async keepFile(id: string, file: Blob, handle: FileHandle | null = null): Promise<boolean> {
    if (!uploadSetting(this.account, 'keep')) return false;
    if (handle && file.size > maxSmallFile) return (await this.#keepFile(id, handle)) ?? false;
    if (file.size > maxStoredFile) return false;
    if (file.size > (await bytesLeft()) * maxQuotaShare) return false;
    const kept = await this.#keepFile(id, file);
    if (kept !== null) return kept;
    const bytes = await file.arrayBuffer().catch(() => null);
    return (bytes && (await this.#keepFile(id, { bytes, type: file.type }))) ?? false;
  }

  /** Null if the browser can't store this type of value. */
  #keepFile(id: string, file: Blob | FileHandle | Bytes): Promise<boolean | null> {
    return this.#try(async (db) => {
      const tx = db.transaction(['jobs', 'files'], 'readwrite');
      // The job might have been canceled in the meantime.
      const isWanted = (await tx.objectStore('jobs').getKey(id)) !== undefined;
      if (isWanted) await tx.objectStore('files').put(file, id);
      await tx.done;
      return isWanted;
    });
  }

  async forget(id: string): Promise<void> {
    await this.#try((db) => Promise.all([db.delete('jobs', id), db.delete('files', id)]));
  }

  async keepHeld(held: readonly string[]): Promise<void> {
    const before = this.#held;
    this.#held = new Set(held);
    if (!uploadSetting(this.account, 'keep')) return;
    await this.#try(async (db) => {
      const tx = db.transaction('held', 'readwrite');
      for (const draft of held) if (!before.has(draft)) void tx.store.put(draft, draft);
      for (const draft of before) if (!this.#held.has(draft)) void tx.store.delete(draft);
      await tx.done;
    });
  }

  /** Ids of all jobs and keys of all held drafts, of any tab. */
  async names(): Promise<{ readonly jobs: readonly string[]; readonly held: readonly string[] }> {
    const storedFileOf = await this.#try((db) =>
      Promise.all([db.getAllKeys('jobs'), db.getAllKeys('held')]),
    );
    return { jobs: storedFileOf?.[0] ?? [], held: storedFileOf?.[1] ?? [] };
  }

  /** In the order of `ids`, without those that no longer exist. */
  async read(ids: readonly string[]): Promise<readonly SavedUploadJob[]> {
    const rows = await Promise.all(
      ids.map((id) =>
        this.#try(async (db): Promise<SavedUploadJob | null> => {
          const row = await db.get('jobs', id);
          if (!isJobRow(row)) {
            if (row) unreadableDataListeners.notify('rows');
            return null;
          }
          const kept = await db.get('files', id);
          return { ...row, ...found(kept) };
        }),
      ),
    );
    return rows.flatMap((row) => row ?? []);
  }

  /** Deletes all stored data of every tab. Uploads in memory continue. */
  async clear(): Promise<void> {
    await this.#try((db) => Promise.all([db.clear('jobs'), db.clear('files'), db.clear('held')]));
  }

  async close(): Promise<void> {
    (await this.#db)?.close();
  }

  async erase(): Promise<void> {
    await this.close();
    await eraseDatabase(uploadsDatabaseName(this.account));
  }

  async #try<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T | null> {
    try {
      const db = await this.#open();
      return db && (await work(db));
    } catch {
      return null;
    }
  }

  #open(): Promise<IDBPDatabase<Schema> | null> {
    this.#db ??= openDatabase<Schema>(
      uploadsDatabaseName(this.account),
      ['jobs', 'files', 'held'],
      (db) => {
        db.createObjectStore('jobs');
        db.createObjectStore('files');
        db.createObjectStore('held');
      },
    ).catch(() => null);
    return this.#db;
  }
}

/** Bytes of free space, if the browser reports it, which it doesn't on plain http. */
async function bytesLeft(): Promise<number> {
  try {
    const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
    return quota - usage;
  } catch {
    return Infinity;
  }
}

function found(kept: Schema['files']['value'] | undefined): Partial<SavedUploadJob> {
  if (kept instanceof Blob) return { file: kept };
  if (kept && 'bytes' in kept) return { file: new Blob([kept.bytes], { type: kept.type }) };
  return { handle: kept };
}

/** A row that another version wrote must not affect the others. */
function isJobRow(value: unknown): value is Schema['jobs']['value'] {
  const { job } = (value ?? {}) as { job?: Partial<UploadJob> };
  if (typeof job !== 'object' || job === null) return false;
  const { id, draft, recipient, anchor, name, size, state } = job;
  const texts = [id, draft, name, state].every((one) => typeof one === 'string');
  const objects = [recipient, anchor].every((one) => typeof one === 'object' && one !== null);
  return texts && objects && typeof size === 'number';
}
