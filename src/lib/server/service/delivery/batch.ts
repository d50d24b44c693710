import { inArray } from 'drizzle-orm';
import type { Clock } from '../clock';
import type { Context, Emission, Realm, Tx, User } from '../context';
import { realms } from '../db/schema/realms';
import { users } from '../db/schema/users';
import { isOwnFault } from '../db/sqlstate';
import type { Store } from '../db/store';
import { appendEvents } from '../events/log';
import type { Log } from '../log';
import { claimDue, takeTurn, type DueRow } from './claim';
import { deliverMessage, giveUpMessage } from './message';
import { deliverReminder, giveUpReminder } from './reminder';

export interface BatchParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly baseUrl: string;
  /** Events of the realm have been committed. */
  readonly wake: (realm_id: number) => void;
}

/** At most so many in one transaction. */
const most = 32;
/** None is begun after so many milliseconds: on PGlite, requests wait for the whole transaction. */
const longest = { pglite: 25, postgres: 100 } as const;

type Work = (context: Context, due: DueRow) => Promise<void>;

/** Delivers what is due, one transaction at a time. */
export class Batches {
  /** After a row that cannot even be refused: rows until batches are large again. */
  #singly = 0;

  constructor(private readonly parts: BatchParts) {}

  /**
   * Delivers the next batch: claim, messages, events and the rows' end are one transaction. Returns
   * how many were dealt with. Throws what is the database's trouble; the batch is then as it was.
   */
  async next(): Promise<number> {
    const size = this.#singly > 0 ? 1 : most;
    this.#singly = Math.max(0, this.#singly - 1);
    try {
      return await this.#transact(size, deliver);
    } catch (error) {
      if (!isOwnFault(error)) throw error;
      if (size > 1) {
        this.#singly = most;
        return this.next();
      }
      this.parts.log.error({ error }, 'a scheduled message could not be delivered');
      return this.#transact(1, giveUp);
    }
  }

  async #transact(size: number, work: Work): Promise<number> {
    const { store, wake } = this.parts;
    const told = new Set<number>();
    const count = await store.transaction(async (tx) => {
      told.clear();
      await takeTurn(tx, store);
      return this.#deliver(tx, size, work, told);
    });
    for (const realm_id of told) wake(realm_id);
    return count;
  }

  async #deliver(tx: Tx, size: number, work: Work, told: Set<number>): Promise<number> {
    const { store, clock, baseUrl } = this.parts;
    const due = await claimDue(tx, clock.now(), size);
    if (due.length === 0) return 0;
    const people = await byId(
      tx,
      users,
      due.map(({ row }) => row.user_id),
    );
    const organizations = await byId(
      tx,
      realms,
      due.map(({ row }) => row.realm_id),
    );
    const begin = performance.now();
    const emissions = new Map<number, Emission[]>();
    let count = 0;
    for (const each of due) {
      if (count > 0 && performance.now() - begin > longest[store.kind]) break;
      const { realm_id, user_id } = each.row;
      const own: Emission[] = [];
      await work(
        {
          ...{ tx, clock, baseUrl, client: 'Internal' },
          realm: organizations.get(realm_id) as Realm,
          user: people.get(user_id) as User,
          emit: (emission) => void own.push(emission),
        },
        each,
      );
      emissions.set(realm_id, [...(emissions.get(realm_id) ?? []), ...own]);
      count++;
    }
    for (const [realm_id, own] of emissions) {
      await appendEvents(store, tx, realm_id, own, clock);
      if (own.length > 0) told.add(realm_id);
    }
    return count;
  }
}

const deliver: Work = (context, due) =>
  due.kind === 'message' ? deliverMessage(context, due.row) : deliverReminder(context, due.row);

const giveUp: Work = (context, due) =>
  due.kind === 'message' ? giveUpMessage(context, due.row) : giveUpReminder(context, due.row);

async function byId<T extends typeof users | typeof realms>(
  tx: Tx,
  table: T,
  ids: readonly number[],
): Promise<Map<number, T['$inferSelect']>> {
  const rows = await tx
    .select()
    .from(table as typeof users)
    .where(inArray(table.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row]));
}
