import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';

export type Database = PgDatabase<PgQueryResultHKT>;
export type Tx = PgTransaction<PgQueryResultHKT, Record<string, never>, Record<string, never>>;

export type Isolation = 'read committed' | 'repeatable read';

/** What other processes on the same database are told. */
export type Notice =
  /** Events of this realm have been committed; `due` (UNIX seconds): delivery has work then. */
  | { readonly kind: 'events'; readonly realm_id: number; readonly due?: number }
  /** Polls of these queues that another process holds must end now. */
  | { readonly kind: 'release'; readonly queue_ids: readonly string[] }
  /** These queues are gone, with whoever polls them. */
  | { readonly kind: 'ended'; readonly queue_ids: readonly string[] };

/** What a transaction appends to the log of a realm. */
export interface Append {
  readonly realm_id: number;
  /** When delivery has work for it (UNIX seconds). */
  readonly due?: number | undefined;
  readonly statements: readonly SQL[];
}

/** A database: PGlite in this process, or PostgreSQL shared by many. */
export interface Store {
  readonly kind: 'pglite' | 'postgres';
  /** How processes on the same database know this one; see `hasGone`. */
  readonly self: string;
  readonly db: Database;
  /**
   * Runs `work` in one transaction. On PostgreSQL it is run again after a serialization failure or
   * a deadlock, so `work` must have no effect outside the transaction.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, isolation?: Isolation): Promise<T>;
  /**
   * Tells every statement before it runs. Absent where other processes write too, so that what is
   * told here is all that can change.
   */
  onStatement?(listener: (text: string) => void): void;
  /**
   * Hands over the last statements of `tx`, a transaction of this store: they go out together with its
   * commit, and fail as it does. It may then commit without waiting for the disk: `transaction` waits
   * after the commit, with all that committed meanwhile, and then tells the other processes.
   */
  append(tx: Tx, append: Append): void;
  /**
   * Resolves when all that was committed before the call is as durable as the store makes it. Ask
   * before events leave that were read outside a transaction that writes.
   */
  settle(): Promise<void>;
  /** Tells other processes at once, outside any transaction. */
  notify(notice: Notice): Promise<void>;
  /** `onGap` runs when notices may have been missed (the connection was lost and is back). */
  listen(onNotice: (notice: Notice) => void, onGap: () => void): Promise<void>;
  /** Finishes what runs, then closes. */
  close(): Promise<void>;
}
