import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';

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
