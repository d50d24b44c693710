import { withAside } from './aside';
import type { Clock } from './clock';
import type { Context } from './context';
import { Facts } from './db/facts';
import { SingleWriter } from './db/message-writer';
import type { Database, Isolation, Store, Tx } from './db/store';
import { watched } from './db/watched';
import { appendEvents, earliestDue } from './events/log';
import type { Polls } from './events/polls';
import { endQueuesOf } from './events/queues';
import type { Emission, Realm, User } from './model';
import type { LoginLimit } from './rate-limits';
import type { ServerSettings } from './server-settings';
import type { Files } from './storage/files';
import type { Warnings } from './warnings';

/** What a transaction with events needs. */
export interface Workshop {
  readonly store: Store;
  readonly clock: Clock;
  readonly baseUrl: string;
  readonly polls: Polls;
  /** Is told when something is due (UNIX seconds). */
  readonly delivery: { arm(due: number): void };
  readonly files: Files;
  readonly logins: LoginLimit;
  readonly server: ServerSettings;
  readonly lasting: Facts;
  readonly warnings: Warnings;
}

type Scope<Caller extends User | null, Organization extends Realm | null> = Pick<
  Context<Caller, Organization>,
  'user' | 'realm' | 'session' | 'client' | 'file'
>;

/**
 * Runs `work` as somebody in one transaction; what it emits is appended as its last step and told
 * after the commit, and the queues that it wants ended end with it. It may run several times
 * (`Store.transaction`, `Aside`).
 */
export async function transact<Caller extends User | null, Organization extends Realm | null, T>(
  { store, clock, baseUrl, polls, delivery, files, logins, server, lasting, warnings }: Workshop,
  scope: Scope<Caller, Organization>,
  work: (context: Context<Caller, Organization>) => Promise<T>,
  isolation?: Isolation,
): Promise<T> {
  const { realm } = scope;
  const uploads = files.rules;
  let emitted: readonly Emission[] = [];
  let ended: readonly string[] = [];
  const result = await withAside((aside) =>
    store.transaction(async (outer: Tx) => {
      const facts = new Facts(lasting);
      const tx = watched(outer, (statement) => facts.forgetFor(statement));
      const writer = new SingleWriter(tx);
      const emissions: Emission[] = [];
      const emit = (emission: Emission) => void emissions.push(emission);
      const dismissed = new Set<number>();
      const endQueues = (ids: readonly number[]) => ids.forEach((id) => dismissed.add(id));
      const answer = await work({
        ...{ tx, facts, writer, clock, emit, endQueues, aside, logins, baseUrl, uploads, server },
        warnings,
        ...scope,
      });
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
 * Runs `work` as somebody who reads with no more than one statement, which needs no transaction of
 * ours. It may run several times (`Aside`).
 */
export function readOnce<Caller extends User | null, Organization extends Realm | null, T>(
  { store, clock, baseUrl, files, logins, server, lasting, warnings }: Workshop,
  scope: Scope<Caller, Organization>,
  work: (context: Context<Caller, Organization>) => Promise<T>,
): Promise<T> {
  const uploads = files.rules;
  return withAside((aside) => {
    let asked = false;
    const tx = watched(store.db as Database as Tx, (statement) => {
      if (asked || !/^select\b/i.test(statement)) throw new Error(`not one reading: ${statement}`);
      asked = true;
    });
    const emit = () => {
      throw new Error('whoever reads tells nothing');
    };
    return work({
      ...{ tx, facts: new Facts(lasting), writer: new SingleWriter(tx), clock, emit },
      ...{ endQueues: emit, aside, logins, baseUrl, uploads, server, warnings },
      ...scope,
    });
  });
}
