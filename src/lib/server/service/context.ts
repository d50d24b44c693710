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

/**
 * All that a handler gets. One request is one transaction; emissions are appended to the log as its
 * last step and delivered after commit. On PGlite the outer connection would wait for this very
 * transaction, so a handler has no way to reach it. A handler may run twice for one request (after
 * a deadlock on PostgreSQL, and for `aside`), so it must have no effect but through `tx` and `emit`.
 */
export interface ServiceContext<Caller = UserRow, Organization = RealmRow> {
  readonly tx: DatabaseTransaction;
  /** What was read in this transaction and still holds in it. */
  readonly readCache: ReadCache;
  /** New messages are written by it alone. */
  readonly writer: MessageWriter;
  /** Null only for operations with `access: 'anyone'`, on a database without an organization. */
  readonly realm: Organization;
  /** Null for operations with `access: 'anyone'`. */
  readonly user: Caller;
  readonly clock: ServiceClock;
  emit(emission: OutgoingEvent): void;
  /** The queues of these people end with this transaction: their clients are to register anew. */
  endQueues(user_ids: readonly number[]): void;
  /** For whatever takes long: nothing slow runs inside the transaction. */
  readonly outsideTransaction: OutsideTransaction;
  /** Only to be asked `aside`: its counts outlive the transaction. */
  readonly logins: LoginLimit;
  /** Id of the session that asks; absent for who brings a key. */
  readonly session?: string | undefined;
  /** Client name of the request, at most 30 characters. */
  readonly client: string;
  /** Where this server is reached, without a trailing slash. */
  readonly baseUrl: string;
  readonly uploads: UploadRules;
  readonly server: ServerSettings;
  /** For stored items that can't be shown and are skipped. */
  readonly warnings: WarningLog;
  /** What a multipart operation brought; null for all others. */
  readonly file: ReceivedFile | null;
}
