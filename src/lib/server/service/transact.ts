import { runWithOutsideWork } from './outside-transaction';
import type { ServiceClock } from './clock';
import type { ServiceContext } from './context';
import { combineSelects, isPlainSelect } from './db/combine-selects';
import { ReadCache } from './db/read-cache';
import { SingleWriter } from './db/message-writer';
import type {
  DrizzleDatabase,
  IsolationLevel,
  DatabaseStore,
  DatabaseTransaction,
} from './db/store';
import { instrumentTransaction } from './db/instrument-transaction';
import { appendEvents, earliestDue } from './events/log';
import type { PollRegistry } from './events/polls';
import { endQueuesOf } from './events/queues';
import type { OutgoingEvent, RealmRow, UserRow } from './model';
import type { LoginLimit } from './rate-limits';
import type { ServerSettings } from './server-settings';
import type { ServiceFiles } from './storage/files';
import type { WarningLog } from './warning-log';

/** What a transaction with events needs. */
export interface TransactionDeps {
  readonly store: DatabaseStore;
  readonly clock: ServiceClock;
  readonly baseUrl: string;
  readonly polls: PollRegistry;
  /** Called with the time when something is due (UNIX seconds). */
  readonly delivery: { arm(due: number): void };
  readonly files: ServiceFiles;
  readonly logins: LoginLimit;
  readonly server: ServerSettings;
  readonly lasting: ReadCache;
  readonly warnings: WarningLog;
}

type Scope<Caller extends UserRow | null, Organization extends RealmRow | null> = Pick<
  ServiceContext<Caller, Organization>,
  'user' | 'realm' | 'request'
>;

function lastingServicesOf({ files, logins, server, warnings }: TransactionDeps) {
  return { uploads: files.rules, logins, server, warnings };
}

/**
 * Runs `work` as a user in one transaction. Its events are appended as the last step and delivered
 * after the commit, and queues that it ends are removed with it. It can run several times
 * (`DatabaseStore.transaction`, `OutsideTransaction`).
 */
export async function transact<
  Caller extends UserRow | null,
  Organization extends RealmRow | null,
  T,
>(
  parts: TransactionDeps,
  scope: Scope<Caller, Organization>,
  work: (context: ServiceContext<Caller, Organization>) => Promise<T>,
  isolation?: IsolationLevel,
): Promise<T> {
  const { store, clock, baseUrl, polls, delivery, lasting } = parts;
  const { realm } = scope;
  let emitted: readonly OutgoingEvent[] = [];
  let ended: readonly string[] = [];
  const result = await runWithOutsideWork((aside) =>
    store.transaction(async (outer: DatabaseTransaction) => {
      const facts = new ReadCache(lasting);
      const tx = instrumentTransaction(outer, (statement) => facts.invalidateFor(statement));
      const writer = new SingleWriter(tx);
      const emissions: OutgoingEvent[] = [];
      const emit = (emission: OutgoingEvent) => void emissions.push(emission);
      const dismissed = new Set<number>();
      const endQueues = (ids: readonly number[]) => ids.forEach((id) => dismissed.add(id));
      const service = {
        readCache: facts,
        writer,
        endQueues,
        outsideTransaction: aside,
        ...lastingServicesOf(parts),
      };
      const answer = await work({ tx, clock, emit, baseUrl, service, ...scope });
      ended = dismissed.size > 0 ? await endQueuesOf(outer, [...dismissed]) : [];
      if (realm) appendEvents(store, outer, realm.id, emissions, clock);
      emitted = emissions;
      return answer;
    }, isolation),
  );
  await polls.end(ended);
  if (realm && emitted.length > 0) polls.wake(realm.id);
  const due = earliestDue(emitted);
  if (due !== undefined) delivery.arm(due);
  return result;
}

/**
 * Runs `work` as a user without a transaction. It may only read, and each statement sees what has
 * been committed before it. It can run several times (`OutsideTransaction`).
 */
export function readWithoutTransaction<
  Caller extends UserRow | null,
  Organization extends RealmRow | null,
  T,
>(
  parts: TransactionDeps,
  scope: Scope<Caller, Organization>,
  work: (context: ServiceContext<Caller, Organization>) => Promise<T>,
): Promise<T> {
  const { store, clock, baseUrl, lasting } = parts;
  return runWithOutsideWork((aside) => {
    const db = store.db as DrizzleDatabase as DatabaseTransaction;
    const tx = combineSelects(
      instrumentTransaction(db, (statement) => {
        if (!isPlainSelect(statement)) throw new Error(`not a read: ${statement}`);
      }),
    );
    const emit = () => {
      throw new Error('a read has no effects');
    };
    const service = {
      readCache: new ReadCache(lasting),
      writer: new SingleWriter(tx),
      endQueues: emit,
      outsideTransaction: aside,
      ...lastingServicesOf(parts),
    };
    return work({ tx, clock, emit, baseUrl, service, ...scope });
  });
}
