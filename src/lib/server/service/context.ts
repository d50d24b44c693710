import type { OutsideTransaction } from './outside-transaction';
import type { ServiceClock } from './clock';
import type { ReadCache } from './db/read-cache';
import type { MessageWriter } from './db/message-writer';
import type { DatabaseTransaction } from './db/store';
import type { OutgoingEvent, RealmRow, UserRow } from './model';
import type { LoginLimit } from './rate-limits';
import type { ServerSettings } from './server-settings';
import type { ReceivedFile } from './storage/receive-file';
import type { UploadRules } from './storage/upload-rules';
import type { WarningLog } from './warning-log';

export interface RequestDetails {
  /** Id of the caller's session. Absent if they use an API key. */
  readonly session?: string | undefined;
  /** Name of the requesting client, at most 30 characters. */
  readonly client: string;
  /** What a multipart operation brought; null for all others. */
  readonly file: ReceivedFile | null;
}

/** For work that no client requests. */
export const internalRequest: RequestDetails = { client: '', file: null };

/** Parts of the service that few handlers need. */
export interface SharedServices {
  /** Values read in this transaction that are still current in it. */
  readonly readCache: ReadCache;
  /** New messages must be written with this writer. */
  readonly writer: MessageWriter;
  /** Ends the queues of these users with this transaction, so that their clients register again. */
  endQueues(user_ids: readonly number[]): void;
  /** For everything that takes long: nothing slow runs inside the transaction. */
  readonly outsideTransaction: OutsideTransaction;
  /** Use only inside `outsideTransaction`: its counts must outlive the transaction. */
  readonly logins: LoginLimit;
  readonly uploads: UploadRules;
  readonly server: ServerSettings;
  /** For stored items that can't be shown and are skipped. */
  readonly warnings: WarningLog;
}

/** What functions that only look something up need. */
export interface CachedReadScope {
  readonly tx: DatabaseTransaction;
  readonly service: Pick<SharedServices, 'readCache'>;
}

/**
 * Everything that a handler gets. One request is one transaction. Emitted events are appended to
 * the log as its last step and delivered after the commit. On PGlite, a query outside the
 * transaction would wait for it forever, so handlers have no access to the outer connection. A
 * handler can run several times for one request (after a deadlock on PostgreSQL, and for
 * `outsideTransaction`), so all its effects must go through `tx` and `emit`.
 */
export interface ServiceContext<Caller = UserRow, Organization = RealmRow> {
  readonly tx: DatabaseTransaction;
  /** Null only for operations with `access: 'anyone'`, on a database without an organization. */
  readonly realm: Organization;
  /** Null for operations with `access: 'anyone'`. */
  readonly user: Caller;
  readonly clock: ServiceClock;
  emit(emission: OutgoingEvent): void;
  /** Public URL of this server, without a trailing slash. */
  readonly baseUrl: string;
  readonly request: RequestDetails;
  readonly service: SharedServices;
}
