import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { asc, eq, gt, inArray } from 'drizzle-orm';
import type { ServiceClock } from '../clock';
import { discardedFiles, uploads } from '../db/schema/files';
import type { DatabaseStore } from '../db/store';
import { ServiceFailure } from '../failure';
import type { ServiceLog } from '../log';
import type { RealmRow, UserRow } from '../model';
import type { RequestFields } from '../request/fields';
import { StoreUnreachable } from './bucket-unreachable';
import { newPathId, fileUrlOf } from './file-names';
import { maxPictureMib, readPicture } from './picture';
import { receiveFile, type ReceivedFile } from './receive-file';
import type { WarningLog } from '../warning-log';
import type { UploadRules } from './upload-rules';
import type { FileStorage } from './storage';
import { uploadRecords, type UploadRecords } from './upload-records';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { BucketOptions, BucketTimeouts } from './bucket';
import { diskStorage } from './disk';

/** Where files are stored. All processes need the same place. */
export type StorageLocation =
  | { readonly folder: string }
  | { readonly bucket: BucketOptions; readonly patience?: BucketTimeouts };

/** `records` are the uploads in progress. Throws `StartFailure` if the place can't be used. */
async function openStorage(place: StorageLocation, records: UploadRecords): Promise<FileStorage> {
  if ('folder' in place) return diskStorage(place.folder, records);
  // Imported on demand, because it is a lot of code that most installations don't use.
  const { bucketStorage } = await import('./bucket');
  return bucketStorage(place.bucket, records, place.patience);
}

/** Seconds that a temporary URL works. */
const lifetime = 60;

/**
 * URLs that work for a minute without credentials: path id and time, signed, so that any process
 * with the same secret can verify them and nothing has to be stored.
 */
class TemporaryUrls {
  constructor(private readonly secret: string) {}

  make(path_id: string, now: number): string {
    const name = path_id.split('/').at(-1)!;
    const words = Buffer.from(JSON.stringify([path_id, Math.floor(now / 1000) + lifetime]));
    const token = `${words.toString('base64url')}.${this.#sign(words).toString('base64url')}`;
    return fileUrlOf(`temporary/${token}/${name}`);
  }

  /** The path id that a token is for. Null if it is forged, truncated or expired. */
  read(token: string, now: number): string | null {
    const [words, signature] = token.split('.').map((part) => Buffer.from(part, 'base64url'));
    if (!words || !signature) return null;
    const expected = this.#sign(words);
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null;
    const [path_id, until] = JSON.parse(words.toString()) as [string, number];
    return now < until * 1000 ? path_id : null;
  }

  #sign(words: Buffer): Buffer {
    return createHmac('sha256', `temporary file address\n${this.secret}`).update(words).digest();
  }
}

/** Where files are stored, and their limits. */
export interface FilesOptions {
  readonly location: StorageLocation;
  readonly rules: UploadRules;
  /** Signs temporary URLs. All processes need the same one. */
  readonly secret: string;
}

interface FilesParts {
  readonly storage: FileStorage;
  readonly options: FilesOptions;
  readonly store: DatabaseStore;
  readonly clock: ServiceClock;
  readonly log: ServiceLog;
  readonly warnings: WarningLog;
}

interface Sender {
  readonly user: Pick<UserRow, 'id'>;
  readonly realm: Pick<RealmRow, 'id'>;
}

/** The service's files, outside any transaction: the storage and the uploads in progress. */
export class ServiceFiles {
  readonly rules: UploadRules;
  readonly storage: FileStorage;
  readonly temporary: TemporaryUrls;
  readonly #store: DatabaseStore;
  readonly #clock: ServiceClock;
  readonly #log: ServiceLog;
  readonly #warnings: WarningLog;
  #removing: Promise<void> | null = null;

  /** Throws `StartFailure` if files can't be stored. */
  static async open(parts: Omit<FilesParts, 'storage'>): Promise<ServiceFiles> {
    const storage = await openStorage(parts.options.location, uploadRecords(parts.store.db));
    return new ServiceFiles({ ...parts, storage });
  }

  private constructor({ storage, options, store, clock, log, warnings }: FilesParts) {
    this.rules = options.rules;
    this.storage = storage;
    this.temporary = new TemporaryUrls(options.secret);
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
    this.#warnings = warnings;
  }

  /**
   * Streams the file of a multipart body into the storage. It has no owner until `keep`; otherwise
   * `discard` it. Null if the form has no file. On BAD_REQUEST, it leaves nothing behind.
   */
  async receive(
    request: Request,
    { user, realm }: Sender,
    maxFileMib = this.rules.maxFileMib,
  ): Promise<{ readonly file: ReceivedFile | null; readonly fields: RequestFields }> {
    let placed: string | undefined;
    try {
      return await receiveFile(request, {
        maxFileMib,
        choosePathId: async (name) => {
          const path_id = newPathId(realm.id, name);
          await this.#announce({ path_id, realm_id: realm.id, user_id: user.id });
          return (placed = path_id);
        },
        write: (path_id, source) => this.storage.write(path_id, source),
      });
    } catch (error) {
      // Don't wait for a store that isn't answering. The sweep removes what is left.
      const gone = placed === undefined ? undefined : this.discard(placed);
      if (!(error instanceof ServiceFailure && error.status === 503)) await gone;
      throw error;
    }
  }

  /**
   * Like `receive`, for an image. Detects its type from its bytes and, if animated, stores its
   * first frame beside it. Throws BAD_IMAGE for anything else.
   */
  async receivePicture(
    request: Request,
    caller: Sender,
  ): Promise<{ readonly file: ReceivedFile | null; readonly fields: RequestFields }> {
    const { file, fields } = await this.receive(request, caller, maxPictureMib);
    if (!file) return { file, fields };
    const { path_id, name, size } = file;
    try {
      const range = { start: 0, end: size - 1 };
      const source = size === 0 ? null : await this.storage.read(path_id, range);
      const picture = source && readPicture(await buffer(source));
      if (!picture) {
        throw new ServiceFailure('BAD_IMAGE', "This file isn't an image of a supported type.");
      }
      const { content_type } = picture;
      const still = picture.still && (await this.#keepStill(picture.still, name, caller));
      return { file: { ...file, content_type, ...(still && { still }) }, fields };
    } catch (error) {
      await this.discard(path_id);
      throw error;
    }
  }

  async #keepStill(bytes: Buffer, name: string, { user, realm }: Sender) {
    const path_id = newPathId(realm.id, name);
    await this.#announce({ path_id, realm_id: realm.id, user_id: user.id });
    try {
      await this.storage.write(path_id, Readable.from([bytes]));
      return { path_id, size: bytes.length };
    } catch (error) {
      await this.discard(path_id);
      throw error;
    }
  }

  async #announce(row: Pick<typeof uploads.$inferInsert, 'path_id' | 'realm_id' | 'user_id'>) {
    const now = new Date(this.#clock.now());
    await this.#store.db.insert(uploads).values({ ...row, create_time: now, touched: now });
  }

  /** Deletes an upload in progress. If it can't be removed now, it is removed later. */
  async discard(path_id: string): Promise<void> {
    try {
      await this.storage.remove(path_id);
      await this.#store.db.delete(uploads).where(eq(uploads.path_id, path_id));
    } catch (error) {
      this.#log.warn({ error }, 'an upload could not be removed yet');
    }
  }

  /** Removes the data of files whose rows are gone. Runs one at a time in a process. */
  removeDiscarded(): Promise<void> {
    this.#removing ??= this.#removeDiscarded().finally(() => (this.#removing = null));
    return this.#removing;
  }

  /** A file that can't be removed stays for the next time, and the others are removed. */
  async #removeDiscarded(): Promise<void> {
    for (let last = ''; ;) {
      const rows = await this.#store.db
        .select()
        .from(discardedFiles)
        .where(gt(discardedFiles.path_id, last))
        .orderBy(asc(discardedFiles.path_id))
        .limit(100);
      if (rows.length === 0) return;
      last = rows.at(-1)!.path_id;
      const ids: string[] = [];
      for (const { path_id } of rows) if (await this.#remove(path_id)) ids.push(path_id);
      await this.#store.db.delete(discardedFiles).where(inArray(discardedFiles.path_id, ids));
    }
  }

  /** Throws if the storage itself can't be reached. */
  async #remove(path_id: string): Promise<boolean> {
    try {
      await this.storage.remove(path_id);
      return true;
    } catch (error) {
      if (error instanceof StoreUnreachable) throw error;
      // The next sweep tries again.
      this.#warnings.once(`file ${path_id}`, { error }, 'a file could not be removed yet');
      return false;
    }
  }

  /** Call after a commit. The next sweep repeats what fails. */
  removeSoon(): void {
    this.removeDiscarded().catch((error: unknown) =>
      this.#log.warn({ error }, 'files could not be removed yet'),
    );
  }

  /** Waits for running work. */
  async close(): Promise<void> {
    await this.#removing?.catch(() => undefined);
  }
}
