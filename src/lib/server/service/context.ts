import type { Operation, ParsedOf, ResultOf } from '$lib/api/define';
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';
import type { Aside } from './aside';
import type { Clock } from './clock';
import type { realms } from './db/schema/realms';
import type { users } from './db/schema/users';
import type { Capability } from './events/capabilities';
import type { Files } from './files/files';
import type { ReceivedFile } from './files/receive';
import type { UploadRules } from './files/rules';
import type { Polls } from './events/polls';
import type { Bulk } from './messages/bulk';
import type { LoginLimit } from './rate-limits';

export type Database = PgDatabase<PgQueryResultHKT>;
export type Tx = PgTransaction<PgQueryResultHKT, Record<string, never>, Record<string, never>>;

export type Realm = typeof realms.$inferSelect;
export type User = typeof users.$inferSelect;

export interface Emission {
  /** The event as on the wire, without `id`. */
  readonly payload: { readonly type: string } & Readonly<Record<string, unknown>>;
  /** User ids, or everyone in the realm. */
  readonly audience: readonly number[] | 'realm';
  /** Parts that differ by receiver, merged over the payload. */
  readonly perUser?: Readonly<Record<number, Readonly<Record<string, unknown>>>>;
  /** Which queues it is for, and facts for presentation that never go out as they are. */
  readonly hidden?: Hidden;
  /** UNIX seconds at which delivery has something to do for it, in whichever process. */
  readonly due?: number;
}

/** What decides about an event queue by queue; `events/visible.ts` reads the conditions. */
export interface Hidden {
  /** Only queues that declared this capability. */
  readonly with?: Capability;
  /** Only queues that did not: the older form of another event. */
  readonly without?: Capability;
  /** Not for queues that also take this event type: what it replaced. */
  readonly unless_type?: string;
  /** Also for queues with `all_public_streams`, except those of guests. */
  readonly public_stream?: boolean;
  /** The people to whom `public_stream` brings nothing. */
  readonly public_but?: readonly number[];
  /** Only these queues. */
  readonly queue_ids?: readonly string[];
  /** Facts for the presenter of this event type. */
  readonly [fact: string]: unknown;
}

/**
 * All that a handler gets. One request is one transaction; emissions are appended to the log as its
 * last step and delivered after commit. On PGlite the outer connection would wait for this very
 * transaction, so a handler has no way to reach it. A handler may run twice for one request (after
 * a deadlock on PostgreSQL, and for `aside`), so it must have no effect but through `tx` and `emit`.
 */
export interface Context<Caller = User, Organization = Realm> {
  readonly tx: Tx;
  /** Null only for operations with `access: 'anyone'`, on a database without an organization. */
  readonly realm: Organization;
  /** Null for operations with `access: 'anyone'`. */
  readonly user: Caller;
  readonly clock: Clock;
  emit(emission: Emission): void;
  /** For whatever takes long: nothing slow runs inside the transaction. */
  readonly aside: Aside;
  /** Only to be asked `aside`: its counts outlive the transaction. */
  readonly logins: LoginLimit;
  /** Id of the session that asks; absent for who brings a key. */
  readonly session?: string | undefined;
  /** Client name of the request, at most 30 characters. */
  readonly client: string;
  /** Where this server is reached, without a trailing slash. */
  readonly baseUrl: string;
  /** Where one transaction sends many messages; never in a request. */
  readonly bulk?: Bulk;
  readonly uploads: UploadRules;
  /** What a multipart operation brought; null for all others. */
  readonly file: ReceivedFile | null;
}

export type ContextOf<O extends Operation> = O['access'] extends 'anyone'
  ? Context<null, Realm | null>
  : Context;

/** The rest of an answer that must not hold a transaction: waiting for events, hashing a password. */
export class AfterCommit<Result> {
  constructor(readonly run: (outside: Outside) => Promise<Result>) {}
}

export interface Outside {
  readonly polls: Polls;
  readonly files: Files;
  readonly logins: LoginLimit;
  /** What `polls.mark()` said before the transaction began. */
  readonly mark: number;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
}

export type Handler<O extends Operation> = (
  context: ContextOf<O>,
  params: ParsedOf<O>,
) => Promise<ResultOf<O> | AfterCommit<ResultOf<O>>>;
