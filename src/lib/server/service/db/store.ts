import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';

export type DrizzleDatabase = PgDatabase<PgQueryResultHKT>;
export type DatabaseTransaction = PgTransaction<
  PgQueryResultHKT,
  Record<string, never>,
  Record<string, never>
>;

export type IsolationLevel = 'read committed' | 'repeatable read';

/** What other processes on the same database are told. */
export type StoreNotification =
  /** Events of this realm have been committed; `due` (UNIX seconds): delivery has work then. */
  | { readonly kind: 'events'; readonly realm_id: number; readonly due?: number }
  /** Polls of these queues that another process holds must end now. */
  | { readonly kind: 'release'; readonly queue_ids: readonly string[] }
  /** These queues are gone, with whoever polls them. */
  | { readonly kind: 'ended'; readonly queue_ids: readonly string[] };

/** What a transaction appends to the log of a realm. */
export interface LogAppend {
  readonly realm_id: number;
  /** When delivery has work for it (UNIX seconds). */
  readonly due?: number | undefined;
  readonly statements: readonly SQL[];
}

/** A database: PGlite in this process, or PostgreSQL shared by many. */
export interface DatabaseStore {
  readonly kind: 'pglite' | 'postgres';
  /** How processes on the same database know this one; see `isProcessDead`. */
  readonly self: string;
  readonly db: DrizzleDatabase;
  /**
   * Runs `work` in one transaction. On PostgreSQL it is run again after a serialization failure or
   * a deadlock, so `work` must have no effect outside the transaction.
   */
  transaction<T>(
    work: (tx: DatabaseTransaction) => Promise<T>,
    isolation?: IsolationLevel,
  ): Promise<T>;
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
  append(tx: DatabaseTransaction, append: LogAppend): void;
  /**
   * Resolves when all that was committed before the call is as durable as the store makes it. Ask
   * before events leave that were read outside a transaction that writes.
   */
  settle(): Promise<void>;
  /** Tells other processes at once, outside any transaction. */
  notify(notice: StoreNotification): Promise<void>;
  /** `onGap` runs when notices may have been missed (the connection was lost and is back). */
  listen(onNotice: (notice: StoreNotification) => void, onGap: () => void): Promise<void>;
  /** Finishes what runs, then closes. */
  close(): Promise<void>;
}
