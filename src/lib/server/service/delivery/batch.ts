import { inArray } from 'drizzle-orm';
import {
  RetryTransaction,
  runWithOutsideWork,
  type OutsideTransaction,
} from '../outside-transaction';
import type { ServiceClock } from '../clock';
import type { ServiceContext } from '../context';
import { ReadCache } from '../db/read-cache';
import { BatchWriter } from '../db/message-writer';
import { realms } from '../db/schema/realms';
import { isPermanentFailure } from '../db/sqlstate';
import type { DatabaseTransaction, DatabaseStore } from '../db/store';
import { instrumentTransaction } from '../db/instrument-transaction';
import { appendEvents } from '../events/log';
import type { ServiceLog } from '../log';
import type { OutgoingEvent, RealmRow } from '../model';
import type { LoginLimit } from '../rate-limits';
import type { ServerSettings } from '../server-settings';
import type { UploadRules } from '../storage/upload-rules';
import type { WarningLog } from '../warning-log';
import { claimDueMessages, waitForDeliveryTurn, type DueRow } from './claim';
import { deliveryBrokeReason, deliverMessage, giveUpMessage } from './message';
import { writeOutcomes, type DeliveryOutcome } from './outcomes';
import { prefetchForDelivery, prefetchPermissions } from './prefetch';
import { deliverReminder, giveUpReminder } from './reminder';

export interface DeliveryBatchDeps {
  readonly store: DatabaseStore;
  readonly clock: ServiceClock;
  readonly log: ServiceLog;
  readonly baseUrl: string;
  readonly uploads: UploadRules;
  readonly server: ServerSettings;
  readonly logins: LoginLimit;
  readonly lasting: ReadCache;
  readonly warnings: WarningLog;
  /** Events of the realm have been committed. */
  readonly wake: (realm_id: number) => void;
}

/** Maximum number of messages per transaction. */
const maxMessagesPerBatch = 100;
/**
 * After this many receivers, no further message starts, because the transaction already takes
 * noticeable time.
 */
const maxReceiversPerBatch = 1_000;
/**
 * After this many milliseconds, no further message starts. On PGlite, requests wait for the whole
 * transaction.
 */
const maxBatchMilliseconds = { pglite: 20, postgres: 100 } as const;
/**
 * Maximum number of long texts rendered before one transaction, because the others in its batch
 * wait for them.
 */
const maxOutsideWork = 10;

/** Null for anything but a scheduled message. */
type Work = (context: ServiceContext, due: DueRow) => Promise<DeliveryOutcome | null>;

/** Delivers due messages, one transaction at a time. */
export class DeliveryBatches {
  /**
   * Halved when a batch fails, so that the row that causes it ends up alone, then doubled again.
   */
  #size = maxMessagesPerBatch;

  constructor(private readonly parts: DeliveryBatchDeps) {}

  /**
   * Delivers the next batch: claiming, messages, events and outcomes are one transaction. Returns
   * the number of rows handled. Throws database errors, with the batch unchanged.
   */
  async next(): Promise<number> {
    const size = this.#size;
    try {
      const count = await this.#transact(size, deliver);
      this.#size = Math.min(maxMessagesPerBatch, size * 2);
      return count;
    } catch (error) {
      if (!isPermanentFailure(error)) throw error;
      if (size > 1) {
        this.#size = Math.ceil(size / 2);
        return this.next();
      }
      this.parts.log.error({ error }, 'a scheduled message could not be delivered');
      return this.#giveUp();
    }
  }

  /** Marks the first row as failed. If notifying its author fails as well, does so silently. */
  async #giveUp(): Promise<number> {
    try {
      return await this.#transact(1, giveUp);
    } catch (error) {
      if (!isPermanentFailure(error)) throw error;
      this.parts.log.error({ error }, 'the author of a scheduled message could not be notified');
      return this.#transact(1, endSilently);
    }
  }

  async #transact(size: number, work: Work): Promise<number> {
    const { store, wake } = this.parts;
    const announced = new Set<number>();
    const count = await runWithOutsideWork((aside) =>
      store.transaction(async (tx) => {
        announced.clear();
        await waitForDeliveryTurn(tx, store);
        return this.#deliver({ tx, aside }, size, work, announced);
      }),
    );
    for (const realm_id of announced) wake(realm_id);
    return count;
  }

  async #deliver(
    { tx: outer, aside }: { readonly tx: DatabaseTransaction; readonly aside: OutsideTransaction },
    size: number,
    work: Work,
    announced: Set<number>,
  ): Promise<number> {
    const { store, clock, baseUrl, uploads, logins, server, lasting, warnings } = this.parts;
    const due = await claimDueMessages(outer, clock.now(), size);
    if (due.length === 0) return 0;
    const facts = new ReadCache(lasting);
    const writer = new BatchWriter(outer, due.length);
    const tx = instrumentTransaction(outer, (statement) => {
      facts.invalidateFor(statement);
      return writer.flushFor(statement);
    });
    const people = await prefetchForDelivery({ tx, readCache: facts }, due);
    const organizations = await loadRealms(tx, due);
    for (const realm of organizations.values()) {
      await prefetchPermissions({ tx, readCache: facts, clock, realm }, people.values());
    }
    const begin = performance.now();
    const emissions = new Map<number, OutgoingEvent[]>();
    const outcomes: DeliveryOutcome[] = [];
    const wanted = new Map<string, () => Promise<unknown>>();
    let count = 0;
    for (const each of due) {
      if (wanted.size >= maxOutsideWork) break;
      if (writer.received > maxReceiversPerBatch) break;
      if (count > 0 && performance.now() - begin > maxBatchMilliseconds[store.kind]) break;
      const { realm_id, user_id } = each.row;
      const own = emissions.get(realm_id) ?? [];
      emissions.set(realm_id, own);
      const outcome = await work(
        {
          ...{
            tx,
            readCache: facts,
            writer,
            outsideTransaction: aside,
            clock,
            logins,
            baseUrl,
            uploads,
            server,
          },
          ...{ warnings, file: null, client: 'Internal' },
          realm: organizations.get(realm_id)!,
          user: people.get(user_id)!,
          emit: (emission) => void own.push(emission),
          endQueues: noQueues,
        },
        each,
      ).catch((reason: unknown) => {
        if (!(reason instanceof RetryTransaction)) throw reason;
        for (const [key, task] of reason.outsideWork) wanted.set(key, task);
        return null;
      });
      if (outcome) outcomes.push(outcome);
      count++;
    }
    // Rolls back the whole transaction, including what the loop wrote.
    if (wanted.size > 0) throw new RetryTransaction(wanted);
    await writer.flush();
    await writeOutcomes(outer, outcomes, clock.now());
    for (const [realm_id, own] of emissions) {
      appendEvents(store, outer, realm_id, own, clock);
      if (own.length > 0) announced.add(realm_id);
    }
    return count;
  }
}

const noQueues = () => {
  throw new Error('a delivery never changes what anyone can see');
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
  if (due.kind === 'message') return { id: due.row.id, ...deliveryBrokeReason };
  await giveUpReminder(context, due.row);
  return null;
};

async function loadRealms(
  tx: DatabaseTransaction,
  due: readonly DueRow[],
): Promise<Map<number, RealmRow>> {
  const ids = [...new Set(due.map(({ row }) => row.realm_id))];
  const rows = await tx.select().from(realms).where(inArray(realms.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}
