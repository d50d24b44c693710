import type { Operation, ParsedOf, ResultOf } from '$lib/api/define';
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { Clock } from './clock';
import type * as schema from './db/schema';
import type { realms } from './db/schema/realms';
import type { users } from './db/schema/users';

type Schema = typeof schema;

export type Database = PgDatabase<PgQueryResultHKT, Schema>;
export type Tx = PgTransaction<PgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>;

export type Realm = typeof realms.$inferSelect;
export type User = typeof users.$inferSelect;

export interface Emission {
  /** The event as on the wire, without `id`. */
  readonly payload: { readonly type: string } & Readonly<Record<string, unknown>>;
  /** User ids, or everyone in the realm. */
  readonly audience: readonly number[] | 'realm';
  /** Parts that differ by receiver, merged over the payload. */
  readonly perUser?: Readonly<Record<number, Readonly<Record<string, unknown>>>>;
  /** Facts for presentation that never go out as they are. */
  readonly hidden?: Readonly<Record<string, unknown>>;
}

/**
 * All that a handler gets. One request is one transaction; emissions are appended to the log as its
 * last step and delivered after commit. On PGlite the outer connection would wait for this very
 * transaction, so a handler has no way to reach it.
 */
export interface Context<Caller = User> {
  readonly tx: Tx;
  readonly realm: Realm;
  /** Null only for operations with `access: 'anyone'`. */
  readonly user: Caller;
  readonly clock: Clock;
  emit(emission: Emission): void;
  /** Client name of the request, at most 30 characters. */
  readonly client: string;
  /** Where this server is reached, without a trailing slash. */
  readonly baseUrl: string;
}

export type CallerOf<O extends Operation> = O['access'] extends 'anyone' ? User | null : User;

export type Handler<O extends Operation> = (
  context: Context<CallerOf<O>>,
  params: ParsedOf<O>,
) => Promise<ResultOf<O>>;
