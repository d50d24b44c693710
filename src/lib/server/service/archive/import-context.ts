import type { ServiceClock } from '../clock';
import { internalRequest, type ServiceContext, type SharedServices } from '../context';
import { ReadCache } from '../db/read-cache';
import { SingleWriter } from '../db/message-writer';
import type { DatabaseStore, DatabaseTransaction } from '../db/store';
import { instrumentTransaction } from '../db/instrument-transaction';
import type { RealmRow, UserRow } from '../model';
import { LoginLimit } from '../rate-limits';
import { defaultServerSettings } from '../server-settings';
import type { ServiceFiles } from '../storage/files';
import type { WarningLog } from '../warning-log';

export interface ImportTarget {
  readonly store: DatabaseStore;
  readonly files: ServiceFiles;
  readonly clock: ServiceClock;
  readonly baseUrl: string;
  readonly warnings: WarningLog;
}

export type ImportContextFor = (user: UserRow) => ServiceContext;

/**
 * The context of each user in the import's transaction, so that the service's rules apply to an
 * archive's content as they do to users' input. No one is connected yet, so it sends no events, and
 * long work runs inside the transaction.
 */
export function importContext(
  to: ImportTarget,
  outer: DatabaseTransaction,
  realm: RealmRow,
): ImportContextFor {
  const { store, files, clock, baseUrl, warnings } = to;
  const readCache = new ReadCache();
  const tx = instrumentTransaction(outer, (statement) => readCache.invalidateFor(statement));
  const service: SharedServices = {
    readCache,
    writer: new SingleWriter(tx),
    endQueues: () => undefined,
    outsideTransaction: (_key, work) => work(),
    logins: new LoginLimit(store, clock),
    uploads: files.rules,
    server: { ...defaultServerSettings, hasPush: false, sendsMail: false },
    warnings,
  };
  const shared = { tx, realm, clock, emit: () => undefined, baseUrl, request: internalRequest };
  return (user) => ({ ...shared, service, user });
}
