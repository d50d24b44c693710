import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';
import type { Patience } from './bucket';
import { diskStorage } from './disk';
import type { UploadRecords } from './upload-records';

/** A bucket of a store that speaks S3. */
export interface BucketOptions {
  readonly bucket: string;
  /** Of a store that is not Amazon's. */
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
  /** Absent: looked for where Amazon's own tools do. */
  readonly credentials?:
    { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** Where files are kept. Processes side by side need the same place. */
export type StoragePlace =
  { readonly folder: string } | { readonly bucket: BucketOptions; readonly patience?: Patience };

/** Bytes of a file, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the bytes of files lie, by path id. It knows neither owners nor permissions: the tables do.
 * To keep files elsewhere, write another of these.
 */
export interface FileStorage {
  /** Takes resumable uploads, under the same path ids. Its `extensions` are what it announces. */
  readonly resumable: DataStore;
  /**
   * Resolves when nothing is written to a resumable upload any more: a request whose connection breaks
   * is over before what it brought is kept.
   */
  still(path_id: string): Promise<void>;
  /** Writes a whole file. On failure a part of it may remain, for `remove`. */
  write(path_id: string, source: Readable): Promise<void>;
  /** Null where the file, or this part of it, is not there. Rejects where that cannot be told. */
  read(path_id: string, range: ByteRange): Promise<Readable | null>;
  /** Removing what is not there is no failure. */
  remove(path_id: string): Promise<void>;
}

/** `records`: what is on its way in. Throws `StartFailure` where the place cannot be used. */
export async function openStorage(
  place: StoragePlace,
  records: UploadRecords,
): Promise<FileStorage> {
  if ('folder' in place) return diskStorage(place.folder, records);
  // Imported when needed: it is much code that most starts have no use for.
  const { bucketStorage } = await import('./bucket');
  return bucketStorage(place.bucket, records, place.patience);
}
