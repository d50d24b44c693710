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

/** A file where the browser keeps none as such: in private windows. */
interface Bytes {
  readonly bytes: ArrayBuffer;
  readonly type: string;
}

/** Of larger ones the way to them is kept, where there is one: it may have to be asked for. Bytes. */
const maxSmallFile = 8 * 1024 * 1024;
/** Larger ones are chosen again after a reload: the browser copies what it keeps. Bytes. */
const maxStoredFile = 256 * 1024 * 1024;
/** Of what the browser still has room for. */
const maxQuotaShare = 0.5;

/**
 * The unfinished uploads of one account on this device. Several tabs use it at once: a row belongs to
 * the tab that holds its lock. A store that can't be used keeps nothing, and nothing else fails.
 */
export class UploadStore implements UploadPersistence {
  #db: Promise<IDBPDatabase<Schema> | null> | null = null;
  /** Drafts whose waiting this tab has stored. */
  #held: ReadonlySet<string> = new Set();

  constructor(private readonly account: string) {}

  async keep({ job, uploadUrl }: SavedUploadJob): Promise<void> {
    if (!uploadSetting(this.account, 'keep')) return;
    await this.#try(async (db) => void (await db.put('jobs', { job, uploadUrl }, job.id)));
  }

  /** False: it has to be chosen again. */
  async keepFile(id: string, file: Blob, handle: FileHandle | null = null): Promise<boolean> {
    if (!uploadSetting(this.account, 'keep')) return false;
    if (handle && file.size > maxSmallFile) return (await this.#keepFile(id, handle)) ?? false;
    if (file.size > maxStoredFile) return false;
    if (file.size > (await roomLeft()) * maxQuotaShare) return false;
    const kept = await this.#keepFile(id, file);
    if (kept !== null) return kept;
    const bytes = await file.arrayBuffer().catch(() => null);
    return (bytes && (await this.#keepFile(id, { bytes, type: file.type }))) ?? false;
  }

  /** Null: the browser does not keep such a thing. */
  #keepFile(id: string, file: Blob | FileHandle | Bytes): Promise<boolean | null> {
    return this.#try(async (db) => {
      const tx = db.transaction(['jobs', 'files'], 'readwrite');
      // It may have been cancelled meanwhile.
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

  /** Ids of all jobs and keys of all held drafts, whichever tab they belong to. */
  async names(): Promise<{ readonly jobs: readonly string[]; readonly held: readonly string[] }> {
    const storedFileOf = await this.#try((db) =>
      Promise.all([db.getAllKeys('jobs'), db.getAllKeys('held')]),
    );
    return { jobs: storedFileOf?.[0] ?? [], held: storedFileOf?.[1] ?? [] };
  }

  /** In the order in which they are asked for; those that are gone by now are left out. */
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

  /** Drops everything, of all tabs; what goes on in memory is not touched. */
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

/** Bytes that the browser still has room for, as far as it tells: it does not on plain http. */
async function roomLeft(): Promise<number> {
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

/** An unreadable one, of another build, spoils no other. */
function isJobRow(value: unknown): value is Schema['jobs']['value'] {
  const { job } = (value ?? {}) as { job?: Partial<UploadJob> };
  if (typeof job !== 'object' || job === null) return false;
  const { id, draft, recipient, anchor, name, size, state } = job;
  const texts = [id, draft, name, state].every((one) => typeof one === 'string');
  const objects = [recipient, anchor].every((one) => typeof one === 'object' && one !== null);
  return texts && objects && typeof size === 'number';
}
