import { appendTo } from '$lib/api/append-to';
import { inArray, eq, sql } from 'drizzle-orm';
import {
  RetryTransaction,
  runWithOutsideWork,
  type OutsideTransaction,
} from '../outside-transaction';
import type { ServiceClock } from '../clock';
import type { CachedReadScope, ServiceContext, SharedServices } from '../context';
import { ReadCache } from '../db/read-cache';
import { BatchWriter } from '../db/message-writer';
import { realms } from '../db/schema/realms';
import { isPermanentFailure } from '../db/sqlstate';
import type { DatabaseTransaction, DatabaseStore } from '../db/store';
import { instrumentTransaction } from '../db/instrument-transaction';
import { appendEvents } from '../events/log';
import type { ServiceLog } from '../log';
import type { OutgoingEvent, RealmRow, UserRow } from '../model';
import type { LoginLimit } from '../rate-limits';
import type { ServerSettings } from '../server-settings';
import type { UploadRules } from '../storage/upload-rules';
import type { WarningLog } from '../warning-log';
import { claimDueMessages, waitForDeliveryTurn, type DueRow } from './claim';
import { reminders } from '../db/schema/scheduled';
import { checkRecipients, sendToDestination } from '../messages/destination';
import { findMessage } from '../narrow/find';
import { composeReminder } from '../reminders/compose';
import type { StoredReminder } from '../reminders/wire';
import { asNotificationBot } from '../users/notification-bot';
import { lockedStreams } from '../channels/find';
import { queryRows } from '../db/query-rows';
import { recipients } from '../db/schema/messages';
import { streams } from '../db/schema/streams';
import { users } from '../db/schema/users';
import { activeSubscribers } from '../messages/receivers';
import {
  channelRecipients,
  directConversationKey,
  directConversations,
} from '../messages/recipients';
import { permissionsOf } from '../permissions/load';
import { loadPermissionsOf } from '../permissions/load-many';
import { type ScheduledMessageRow, wireScheduled } from '../scheduled/wire';
import { cachedUsers } from '../users/find-recipients';
import type { failureCodes } from '$lib/api/scheduled-messages';
import { SendRefusal, ServiceFailure } from '../failure';
import { checkScheduledDestination } from '../scheduled/compose';

type DeliveryOutcome =
  | { readonly id: number; readonly message_id: number }
  | { readonly id: number; readonly code: string; readonly reason: string };

/** Stores the outcomes of a batch, with this time (milliseconds since 1970). */
async function writeOutcomes(
  tx: DatabaseTransaction,
  outcomes: readonly DeliveryOutcome[],
  now: number,
): Promise<void> {
  const at = new Date(now).toISOString();
  const sent = outcomes.filter((outcome) => 'message_id' in outcome);
  const failed = outcomes.filter((outcome) => 'code' in outcome);
  if (sent.length > 0) {
    await tx.execute(sql`update scheduled_messages s set content = '', rendered_content = '',
        topic = '', delivered_message_id = sent.message_id, delivered_at = ${at}::timestamptz
      from json_to_recordset(${JSON.stringify(sent)}::text::json) as sent(id int, message_id int)
      where s.id = sent.id`);
  }
  if (failed.length > 0) {
    await tx.execute(sql`update scheduled_messages s set failed = true,
        failure_code = failed.code, failure_reason = failed.reason, failed_at = ${at}::timestamptz
      from json_to_recordset(${JSON.stringify(failed)}::text::json)
        as failed(id int, code text, reason text)
      where s.id = failed.id`);
  }
}

/** Sent later than this, a message would mislead its readers. Source: behavior of level 420. */
const maxDelayMilliseconds = 10 * 60_000;

interface Reason {
  readonly code: (typeof failureCodes)[number] | (string & {});
  readonly reason: string;
}

/**
 * Sends the message of a claimed row after the same checks as for sending, or notifies its author
 * that it failed. Deactivated authors and organizations get no notice. Returns the row's outcome.
 */
async function deliverMessage(
  context: ServiceContext,
  row: ScheduledMessageRow,
): Promise<DeliveryOutcome> {
  const { user, realm, clock } = context;
  if (!user.is_active) return { id: row.id, ...deactivated('USER') };
  if (!realm.is_active) return { id: row.id, ...deactivated('REALM') };
  if (clock.now() - row.scheduled_delivery_timestamp * 1000 > maxDelayMilliseconds) {
    return fail(context, row, {
      code: 'TOO_LATE',
      reason: "The server couldn't send it in time.",
    });
  }
  const sent: OutgoingEvent[] = [];
  let message_id: number;
  try {
    message_id = await send({ ...context, emit: (emission) => void sent.push(emission) }, row);
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    return fail(context, row, reasonOf(error));
  }
  context.emit({
    payload: { type: 'scheduled_messages', op: 'remove', scheduled_message_id: row.id },
    audience: [user.id],
  });
  for (const emission of sent) context.emit(emission);
  return { id: row.id, message_id };
}

/**
 * A missing channel existed when the message was scheduled, so either it was deleted or the author
 * lost access.
 */
function reasonOf(error: ServiceFailure): Reason {
  if (error instanceof SendRefusal) return { code: error.why, reason: error.message };
  const { code, message } = error;
  if (code !== 'STREAM_DOES_NOT_EXIST') return { code, reason: message };
  return { code, reason: 'The channel was deleted, or you no longer have access to it.' };
}

async function send(context: ServiceContext, row: ScheduledMessageRow): Promise<number> {
  const request = { ...context.request, client: row.client };
  const sender: ServiceContext = { ...context, request };
  const to = row.type === 'stream' ? row.to[0]! : row.to;
  const destination = await checkScheduledDestination(sender, row.type, to, row.topic);
  return sendToDestination(sender, destination, {
    content: row.content,
    readBySender: row.read_by_sender,
  });
}

/** Failure reason for a row on which delivery itself failed. */
const deliveryBrokeReason: Reason = {
  code: 'INTERNAL',
  reason: 'An error on the server kept it back.',
};

function giveUpMessage(
  context: ServiceContext,
  row: ScheduledMessageRow,
): Promise<DeliveryOutcome> {
  return fail(context, row, deliveryBrokeReason);
}

function deactivated(whose: 'USER' | 'REALM'): Reason {
  const reason = whose === 'USER' ? 'Account is deactivated' : 'Organization is deactivated';
  return { code: `${whose}_DEACTIVATED`, reason };
}

async function fail(
  context: ServiceContext,
  row: ScheduledMessageRow,
  reason: Reason,
): Promise<DeliveryOutcome> {
  context.emit({
    payload: {
      ...{ type: 'scheduled_messages', op: 'update' },
      scheduled_message: wireScheduled({ ...row, failed: true }),
    },
    audience: [context.user.id],
  });
  await notifyAuthor(context, row, reason);
  return { id: row.id, ...reason };
}

async function notifyAuthor(
  context: ServiceContext,
  row: ScheduledMessageRow,
  { reason }: Reason,
): Promise<void> {
  const bot = await asNotificationBot(context);
  if (!bot) return;
  const time = new Date(row.scheduled_delivery_timestamp * 1000).toISOString();
  const content = [
    `Your message scheduled for <time:${time}> was not sent:`,
    reason.replace(/^/gm, '> '),
    '[Go to scheduled messages](#scheduled)',
  ].join('\n\n');
  const destination = await checkRecipients(bot, [context.user.id]);
  await sendToDestination(bot, destination, { content, readBySender: true });
}

/** Maximum number of subscriptions read ahead. For further channels, they are read when needed. */
const maxSubscribers = 5_000;

/**
 * Reads what sending these messages needs, with one statement per kind of data for any number.
 * Returns authors and receivers of direct messages, by id.
 */
async function prefetchForDelivery(
  { tx, service }: CachedReadScope,
  due: readonly DueRow[],
): Promise<ReadonlyMap<number, UserRow>> {
  const rows = due.flatMap((each) => (each.kind === 'message' ? [each.row] : []));
  const people = [
    ...due.map(({ row }) => row.user_id),
    ...rows.flatMap(({ type, to }) => (type === 'private' ? to : [])),
  ];
  const found = await tx
    .select()
    .from(users)
    .where(inArray(users.id, [...new Set(people)]));
  for (const user of found) service.readCache.set(cachedUsers, user.id, user);
  await prefetchChannels({ tx, service }, rows);
  await prefetchConversations({ tx, service }, rows);
  return new Map(found.map((user) => [user.id, user]));
}

/** Loads permissions of the authors in one organization. */
async function prefetchPermissions(
  scope: CachedReadScope & Pick<ServiceContext, 'realm' | 'clock'>,
  people: Iterable<UserRow>,
): Promise<void> {
  const { service, realm } = scope;
  const authors = [...people].filter(({ realm_id }) => realm_id === realm.id);
  for (const [id, permissions] of await loadPermissionsOf(scope, authors)) {
    service.readCache.set(permissionsOf, id, permissions);
  }
}

async function prefetchChannels(
  { tx, service }: CachedReadScope,
  rows: readonly ScheduledMessageRow[],
): Promise<void> {
  const ids = [...new Set(rows.flatMap(({ type, to }) => (type === 'stream' ? to : [])))];
  if (ids.length === 0) return;
  const found = await tx
    .select({ stream: streams, recipient_id: recipients.id })
    .from(streams)
    .leftJoin(recipients, sql`${recipients.stream_id} = ${streams.id}`)
    .where(inArray(streams.id, ids))
    .for('no key update', { of: streams });
  for (const { stream, recipient_id } of found) {
    service.readCache.set(lockedStreams, stream.id, stream);
    if (recipient_id !== null) service.readCache.set(channelRecipients, stream.id, recipient_id);
  }
  const subscribed = await queryRows<{ stream_id: number; user_id: number }>(
    tx,
    sql`select s.stream_id, s.user_id from subscriptions s join users u on u.id = s.user_id
      where s.stream_id = any(${`{${ids.join()}}`}::int[]) and s.active and u.is_active
      order by s.stream_id, s.user_id limit ${maxSubscribers}`,
  );
  const last = subscribed.length === maxSubscribers ? subscribed.at(-1)?.stream_id : undefined;
  const lists = new Map<number, number[]>();
  for (const { stream_id, user_id } of subscribed) appendTo(lists, stream_id, user_id);
  for (const [stream_id, list] of lists) {
    if (stream_id !== last) service.readCache.set(activeSubscribers, stream_id, list);
  }
}

async function prefetchConversations(
  { tx, service }: CachedReadScope,
  rows: readonly ScheduledMessageRow[],
): Promise<void> {
  const wanted = rows
    .filter(({ type }) => type === 'private')
    .map(({ realm_id, user_id, to }) => ({
      realm_id,
      user_ids: [...new Set([...to, user_id])].sort((a, b) => a - b),
    }));
  if (wanted.length === 0) return;
  const found = await queryRows<{
    realm_id: number;
    user_ids: number[];
    id: number;
    used: boolean;
  }>(
    tx,
    sql`select distinct r.realm_id, r.user_ids, r.id,
        exists (select 1 from messages where recipient_id = r.id) as used
      from json_to_recordset(${JSON.stringify(wanted)}::text::json)
        as wanted(realm_id int, user_ids int[])
      join recipients r on r.realm_id = wanted.realm_id and r.user_ids = wanted.user_ids`,
  );
  for (const { realm_id, user_ids, id, used } of found) {
    service.readCache.set(directConversations, directConversationKey(realm_id, user_ids), {
      id,
      used,
    });
  }
}

/**
 * Sends a reminder, however late, and deletes it. Quotes the message as it is now, or the original
 * text if the message is gone.
 */
async function deliverReminder(context: ServiceContext, row: StoredReminder): Promise<void> {
  const { tx, user, realm } = context;
  const bot = user.is_active && realm.is_active ? await asNotificationBot(context) : null;
  if (!bot) return giveUpReminder(context, row);
  const found = await findMessage(context, row.message_id);
  const content = found ? await composeReminder(context, found, row.note) : row.content;
  await tx.delete(reminders).where(eq(reminders.id, row.id));
  context.emit({
    payload: { type: 'reminders', op: 'remove', reminder_id: row.id },
    audience: [user.id],
  });
  const destination = await checkRecipients(bot, [user.id]);
  await sendToDestination(bot, destination, { content, readBySender: true });
}

/** Marks it as failed. The API has no event for this. */
async function giveUpReminder({ tx }: ServiceContext, row: StoredReminder): Promise<void> {
  await tx.update(reminders).set({ failed: true }).where(eq(reminders.id, row.id));
}

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
    const service: SharedServices = {
      readCache: facts,
      writer,
      endQueues: noQueues,
      outsideTransaction: aside,
      logins,
      uploads,
      server,
      warnings,
    };
    const tx = instrumentTransaction(outer, (statement) => {
      facts.invalidateFor(statement);
      return writer.flushFor(statement);
    });
    const people = await prefetchForDelivery({ tx, service }, due);
    const organizations = await loadRealms(tx, due);
    for (const realm of organizations.values()) {
      await prefetchPermissions({ tx, service, clock, realm }, people.values());
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
          tx,
          realm: organizations.get(realm_id)!,
          user: people.get(user_id)!,
          clock,
          emit: (emission) => void own.push(emission),
          baseUrl,
          request: { client: 'Internal', file: null },
          service,
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
