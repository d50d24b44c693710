import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { StreamRow } from '../channels/access';
import type { ServiceContext } from '../context';
import { queryRows } from '../db/query-rows';
import { messages } from '../db/schema/messages';
import { realms } from '../db/schema/realms';
import { streams } from '../db/schema/streams';
import { users } from '../db/schema/users';
import type { DrizzleDatabase } from '../db/store';
import type { RealmRow, UserRow } from '../model';
import { realmSettingOf } from '../realm/settings';
import { transact, type TransactionDeps } from '../transact';
import { removeMessages } from './delete';

/** Messages per transaction. Each deletion is announced to everyone who had access. */
const batch = 200;
/** Transactions per pass. The next pass deletes the rest. */
const maxBatchesPerPass = 200;
const maxConversationsPerPass = 100;

/**
 * Deletes messages older than the retention of the organization or channel, oldest first.
 * https://zulip.com/help/message-retention-policy
 */
export async function expireMessages(workshop: TransactionDeps): Promise<void> {
  const { db } = workshop.store;
  for (const realm of await db.select().from(realms).orderBy(asc(realms.id))) {
    const [bot] = await db
      .select()
      .from(users)
      .where(and(eq(users.realm_id, realm.id), eq(users.is_system_bot, true)))
      .orderBy(asc(users.id))
      .limit(1);
    if (bot) await expireIn(workshop, realm, bot);
  }
}

async function expireIn(workshop: TransactionDeps, realm: RealmRow, user: UserRow): Promise<void> {
  const now = workshop.clock.now();
  let left = maxBatchesPerPass;
  for (const { recipient_id, days } of await conversationsToTidy(workshop.store.db, realm, now)) {
    const before = new Date(now - days * day);
    const scope = { user, realm, request: { client: 'Internal', file: null } };
    const next = () =>
      transact(workshop, scope, (context) => expire(context, recipient_id, before));
    for (let more = true; more; left--) {
      if (left === 0) return;
      more = await next();
    }
  }
}

const day = 24 * 3_600_000;

interface Tidied extends Record<string, unknown> {
  readonly recipient_id: number;
  readonly days: number;
}

/** Conversations whose oldest message is too old. Ids are in order of time. */
async function conversationsToTidy(
  db: DrizzleDatabase,
  realm: RealmRow,
  now: number,
): Promise<Tidied[]> {
  const common = realmSettingOf(realm, 'message_retention_days');
  const at = sql`${new Date(now).toISOString()}::timestamptz`;
  const inChannels = await queryRows<Tidied>(
    db,
    sql`select recipient_id, days from (
        select m.recipient_id, m.date_sent, coalesce(s.message_retention_days, ${common}::int) as days
        from streams s join messages m on m.id = s.first_message_id
        where s.realm_id = ${realm.id}) as oldest
      where days > 0 and date_sent < ${at} - make_interval(days => days) order by recipient_id`,
  );
  if (common <= 0) return inChannels;
  const direct = await queryRows<Tidied>(
    db,
    sql`select r.id as recipient_id, ${common}::int as days from recipients r
      cross join lateral (select date_sent from messages m
        where m.recipient_id = r.id order by m.id limit 1) as oldest
      where r.realm_id = ${realm.id} and r.stream_id is null
        and oldest.date_sent < ${at} - make_interval(days => ${common}::int)
      order by r.id limit ${maxConversationsPerPass}`,
  );
  return [...inChannels, ...direct];
}

/** Deletes some messages of one topic. Returns whether the conversation may have more. */
async function expire(
  context: ServiceContext,
  recipient_id: number,
  before: Date,
): Promise<boolean> {
  const { tx } = context;
  const oldest = await tx
    .select()
    .from(messages)
    .where(eq(messages.recipient_id, recipient_id))
    .orderBy(asc(messages.id))
    .limit(batch);
  const [first] = oldest.filter(({ date_sent }) => date_sent < before);
  if (!first) return false;
  const ids = oldest
    .filter((row) => row.date_sent < before && row.topic === first.topic)
    .map(({ id }) => id);
  const stream = await streamOf(context, first.stream_id);
  // Another process may be deleting or moving them.
  const rows = await tx
    .select()
    .from(messages)
    .where(
      and(
        inArray(messages.id, ids),
        eq(messages.recipient_id, recipient_id),
        eq(messages.topic, first.topic),
      ),
    )
    .orderBy(asc(messages.id))
    .for('update', { skipLocked: true });
  await removeMessages(
    context,
    rows.map((row) => ({ row, stream, flags: null })),
  );
  return rows.length > 0;
}

async function streamOf({ tx }: ServiceContext, id: number | null): Promise<StreamRow | null> {
  if (id === null) return null;
  const [row] = await tx.select().from(streams).where(eq(streams.id, id));
  return row ?? null;
}
