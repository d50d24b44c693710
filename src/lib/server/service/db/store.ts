import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';

export type DrizzleDatabase = PgDatabase<PgQueryResultHKT>;
export type DatabaseTransaction = PgTransaction<
  PgQueryResultHKT,
  Record<string, never>,
  Record<string, never>
>;

export type IsolationLevel = 'read committed' | 'repeatable read';

/** Notices sent to other processes on the same database. */
export type StoreNotification =
  /** Events of this realm were committed. Delivery has work at `due` (UNIX seconds). */
  | { readonly kind: 'events'; readonly realm_id: number; readonly due?: number }
  /**
   * Another process now answers polls of these queues, so polls in the receiving process must end.
   */
  | { readonly kind: 'release'; readonly queue_ids: readonly string[] }
  /** These queues are deleted, and their polls must end. */
  | { readonly kind: 'ended'; readonly queue_ids: readonly string[] };

/** Statements that a transaction appends to the log of a realm. */
export interface LogAppend {
  readonly realm_id: number;
  /** When delivery has work for it, in UNIX seconds. */
  readonly due?: number | undefined;
  readonly statements: readonly SQL[];
}

/** A database: PGlite in this process, or PostgreSQL shared by many. */
export interface DatabaseStore {
  readonly kind: 'pglite' | 'postgres';
  /** Identifies this process to others on the same database. See `isProcessDead`. */
  readonly self: string;
  readonly db: DrizzleDatabase;
  /**
   * Runs `work` in one transaction. PostgreSQL repeats it after a serialization failure or a
   * deadlock, so `work` must have no effects outside the transaction.
   */
  transaction<T>(
    work: (tx: DatabaseTransaction) => Promise<T>,
    isolation?: IsolationLevel,
  ): Promise<T>;
  /**
   * Calls the listener with every statement before it runs. Absent if other processes write too, so
   * that a listener can rely on seeing every change.
   */
  onStatement?(listener: (text: string) => void): void;
  /**
   * Queues the last statements of `tx`, a transaction of this store: they are sent with its commit,
   * and fail if it fails. The commit may then not wait for the disk: `transaction` waits after it,
   * together with all other commits, and then notifies the other processes.
   */
  append(tx: DatabaseTransaction, append: LogAppend): void;
  /**
   * Resolves when everything committed before the call is as durable as the store makes it. Await
   * it before sending events that were read outside a transaction that writes.
   */
  settle(): Promise<void>;
  /** Notifies other processes immediately, outside any transaction. */
  notify(notice: StoreNotification): Promise<void>;
  /** `onGap` runs when notices may have been missed (the connection was lost and is back). */
  listen(onNotice: (notice: StoreNotification) => void, onGap: () => void): Promise<void>;
  /** Waits for running work, then closes. */
  close(): Promise<void>;
}
