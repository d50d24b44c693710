import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';

/** A range of a file's bytes, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Stores files' data by path id. It doesn't know about owners and permissions, which are in the
 * tables. Implement this to store files elsewhere.
 */
export interface FileStorage {
  /**
   * Accepts resumable uploads, under the same path ids. `extensions` are the protocol extensions it
   * announces.
   */
  readonly resumable: DataStore;
  /**
   * Resolves when a resumable upload is no longer being written: after a connection breaks, the
   * request ends before its data is stored.
   */
  still(path_id: string): Promise<void>;
  /** Writes a whole file. On failure, a part of it can remain, for `remove`. */
  write(path_id: string, source: Readable): Promise<void>;
  /** Null if the file, or this range of it, doesn't exist. Rejects if that can't be determined. */
  read(path_id: string, range: ByteRange): Promise<Readable | null>;
  /** Removing a missing file is not an error. */
  remove(path_id: string): Promise<void>;
}
