import { inArray } from 'drizzle-orm';
import { SetAside, withAside, type Aside } from '../aside';
import type { Clock } from '../clock';
import type { Context } from '../context';
import { Facts } from '../db/facts';
import { BatchWriter } from '../db/message-writer';
import { realms } from '../db/schema/realms';
import { isOwnFault } from '../db/sqlstate';
import type { Tx, Store } from '../db/store';
import { watched } from '../db/watched';
import { appendEvents } from '../events/log';
import type { Log } from '../log';
import type { Emission, Realm } from '../model';
import type { LoginLimit } from '../rate-limits';
import type { ServerSettings } from '../server-settings';
import type { UploadRules } from '../storage/upload-rules';
import type { Warnings } from '../warnings';
import { claimDue, takeTurn, type DueRow } from './claim';
import { brokenDown, deliverMessage, giveUpMessage } from './message';
import { writeOutcomes, type Outcome } from './outcomes';
import { prefetch, prefetchPermissions } from './prefetch';
import { deliverReminder, giveUpReminder } from './reminder';

export interface BatchParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly baseUrl: string;
  readonly uploads: UploadRules;
  readonly server: ServerSettings;
  readonly logins: LoginLimit;
  readonly lasting: Facts;
  readonly warnings: Warnings;
  /** Events of the realm have been committed. */
  readonly wake: (realm_id: number) => void;
}

/** At most so many in one transaction. */
const most = 100;
/** None is begun after so many people who receive: a transaction with them takes a noticeable time. */
const mostReceived = 1_000;
/** None is begun after so many milliseconds: on PGlite, requests wait for the whole transaction. */
const longest = { pglite: 20, postgres: 100 } as const;
/** Long texts rendered before one transaction: the others of its batch wait for them. */
const mostAside = 10;

/** Null for what is no scheduled message. */
type Work = (context: Context, due: DueRow) => Promise<Outcome | null>;

/** Delivers what is due, one transaction at a time. */
export class Batches {
  /** Halved where a batch breaks down, so that the row at fault ends up alone; then doubled again. */
  #size = most;

  constructor(private readonly parts: BatchParts) {}

  /**
   * Delivers the next batch: claim, messages, events and the rows' outcome are one transaction. Returns
   * how many were dealt with. Throws what is the database's trouble; the batch is then as it was.
   */
  async next(): Promise<number> {
    const size = this.#size;
    try {
      const count = await this.#transact(size, deliver);
      this.#size = Math.min(most, size * 2);
      return count;
    } catch (error) {
      if (!isOwnFault(error)) throw error;
      if (size > 1) {
        this.#size = Math.ceil(size / 2);
        return this.next();
      }
      this.parts.log.error({ error }, 'a scheduled message could not be delivered');
      return this.#giveUp();
    }
  }

  /** Ends the first row as failed; without a word to its author where that breaks down as well. */
  async #giveUp(): Promise<number> {
    try {
      return await this.#transact(1, giveUp);
    } catch (error) {
      if (!isOwnFault(error)) throw error;
      this.parts.log.error({ error }, 'the author of a scheduled message could not be told');
      return this.#transact(1, endSilently);
    }
  }

  async #transact(size: number, work: Work): Promise<number> {
    const { store, wake } = this.parts;
    const told = new Set<number>();
    const count = await withAside((aside) =>
      store.transaction(async (tx) => {
        told.clear();
        await takeTurn(tx, store);
        return this.#deliver({ tx, aside }, size, work, told);
      }),
    );
    for (const realm_id of told) wake(realm_id);
    return count;
  }

  async #deliver(
    { tx: outer, aside }: { readonly tx: Tx; readonly aside: Aside },
    size: number,
    work: Work,
    told: Set<number>,
  ): Promise<number> {
    const { store, clock, baseUrl, uploads, logins, server, lasting, warnings } = this.parts;
    const due = await claimDue(outer, clock.now(), size);
    if (due.length === 0) return 0;
    const facts = new Facts(lasting);
    const writer = new BatchWriter(outer, due.length);
    const tx = watched(outer, (statement) => {
      facts.forgetFor(statement);
      return writer.flushFor(statement);
    });
    const people = await prefetch({ tx, facts }, due);
    const organizations = await loadRealms(tx, due);
    for (const realm of organizations.values()) {
      await prefetchPermissions({ tx, facts, clock, realm }, people.values());
    }
    const begin = performance.now();
    const emissions = new Map<number, Emission[]>();
    const outcomes: Outcome[] = [];
    const wanted = new Map<string, () => Promise<unknown>>();
    let count = 0;
    for (const each of due) {
      if (wanted.size >= mostAside) break;
      if (writer.received > mostReceived) break;
      if (count > 0 && performance.now() - begin > longest[store.kind]) break;
      const { realm_id, user_id } = each.row;
      const own = emissions.get(realm_id) ?? [];
      emissions.set(realm_id, own);
      const outcome = await work(
        {
          ...{ tx, facts, writer, aside, clock, logins, baseUrl, uploads, server },
          ...{ warnings, file: null, client: 'Internal' },
          realm: organizations.get(realm_id)!,
          user: people.get(user_id)!,
          emit: (emission) => void own.push(emission),
          endQueues: noQueues,
        },
        each,
      ).catch((reason: unknown) => {
        if (!(reason instanceof SetAside)) throw reason;
        for (const [key, task] of reason.wanted) wanted.set(key, task);
        return null;
      });
      if (outcome) outcomes.push(outcome);
      count++;
    }
    // The transaction is given up whole, with what the loop has written.
    if (wanted.size > 0) throw new SetAside(wanted);
    await writer.flush();
    await writeOutcomes(outer, outcomes, clock.now());
    for (const [realm_id, own] of emissions) {
      appendEvents(store, outer, realm_id, own, clock);
      if (own.length > 0) told.add(realm_id);
    }
    return count;
  }
}

const noQueues = () => {
  throw new Error('what is delivered changes nobody’s sight');
};

const deliver: Work = async (context, due) => {
  if (due.kind === 'message') return deliverMessage(context, due.row);
  await deliverReminder(context, due.row);
  return null;
};

const giveUp: Work = async (context, due) => {
  if (due.kind === 'message') return giveUpMessage(context, due.row);
  await giveUpReminder(context, due.row);
  return null;
};

const endSilently: Work = async (context, due) => {
  if (due.kind === 'message') return { id: due.row.id, ...brokenDown };
  await giveUpReminder(context, due.row);
  return null;
};

async function loadRealms(tx: Tx, due: readonly DueRow[]): Promise<Map<number, Realm>> {
  const ids = [...new Set(due.map(({ row }) => row.realm_id))];
  const rows = await tx.select().from(realms).where(inArray(realms.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}
