import { inArray, sql } from 'drizzle-orm';
import type { Context } from '../context';
import type { Tx } from '../db/store';
import { rowsOf } from '../db/rows';
import { recipients } from '../db/schema/messages';
import { streams } from '../db/schema/streams';
import { users } from '../db/schema/users';
import { Bulk } from '../messages/bulk';
import { conversationKey } from '../messages/recipients';
import { loadPermissionsOf } from '../permissions/load-many';
import type { ScheduledRow } from '../scheduled/wire';
import type { DueRow } from './claim';

/** Subscriptions read ahead; of channels beyond that they are read when one's turn comes. */
const mostSubscribers = 5_000;

/** Reads what sending these needs, a statement for each kind of fact however many there are. */
export async function prefetch(tx: Tx, due: readonly DueRow[]): Promise<Bulk> {
  const bulk = new Bulk(await drawIds(tx, due.length));
  const rows = due.flatMap((each) => (each.kind === 'message' ? [each.row] : []));
  const people = [
    ...due.map(({ row }) => row.user_id),
    ...rows.flatMap(({ type, to }) => (type === 'private' ? to : [])),
  ];
  const found = await tx
    .select()
    .from(users)
    .where(inArray(users.id, [...new Set(people)]));
  for (const user of found) bulk.people.set(user.id, user);
  await prefetchChannels(tx, bulk, rows);
  await prefetchConversations(tx, bulk, rows);
  return bulk;
}

/** Permissions of the authors in one organization. */
export async function prefetchPermissions(
  scope: Pick<Context, 'tx' | 'realm' | 'clock'> & { readonly bulk: Bulk },
): Promise<void> {
  const { bulk, realm } = scope;
  const authors = [...bulk.people.values()].filter(({ realm_id }) => realm_id === realm.id);
  for (const [id, permissions] of await loadPermissionsOf(scope, authors)) {
    bulk.permissions.set(id, permissions);
  }
}

async function drawIds(tx: Tx, count: number): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(
    tx,
    sql`select nextval(pg_get_serial_sequence('messages', 'id'))::int as id
      from generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => id);
}

async function prefetchChannels(tx: Tx, bulk: Bulk, rows: readonly ScheduledRow[]): Promise<void> {
  const ids = [...new Set(rows.flatMap(({ type, to }) => (type === 'stream' ? to : [])))];
  if (ids.length === 0) return;
  const found = await tx
    .select({ stream: streams, recipient_id: recipients.id })
    .from(streams)
    .leftJoin(recipients, sql`${recipients.stream_id} = ${streams.id}`)
    .where(inArray(streams.id, ids))
    .for('no key update', { of: streams });
  for (const { stream, recipient_id } of found) {
    bulk.streams.set(stream.id, stream);
    if (recipient_id !== null) bulk.channelRecipients.set(stream.id, recipient_id);
  }
  const subscribed = await rowsOf<{ stream_id: number; user_id: number }>(
    tx,
    sql`select s.stream_id, s.user_id from subscriptions s join users u on u.id = s.user_id
      where s.stream_id = any(${`{${ids.join()}}`}::int[]) and s.active and u.is_active
      order by s.stream_id, s.user_id limit ${mostSubscribers}`,
  );
  const last = subscribed.length === mostSubscribers ? subscribed.at(-1)?.stream_id : undefined;
  const lists = new Map<number, number[]>();
  for (const { stream_id, user_id } of subscribed) {
    const list = lists.get(stream_id);
    if (list) list.push(user_id);
    else lists.set(stream_id, [user_id]);
  }
  for (const [stream_id, list] of lists) {
    if (stream_id !== last) bulk.subscribers.set(stream_id, list);
  }
}

async function prefetchConversations(
  tx: Tx,
  bulk: Bulk,
  rows: readonly ScheduledRow[],
): Promise<void> {
  const wanted = rows
    .filter(({ type }) => type === 'private')
    .map(({ realm_id, user_id, to }) => ({
      realm_id,
      user_ids: [...new Set([...to, user_id])].sort((a, b) => a - b),
    }));
  if (wanted.length === 0) return;
  const found = await rowsOf<{ realm_id: number; user_ids: number[]; id: number; used: boolean }>(
    tx,
    sql`select distinct r.realm_id, r.user_ids, r.id,
        exists (select 1 from messages where recipient_id = r.id) as used
      from json_to_recordset(${JSON.stringify(wanted)}::text::json)
        as wanted(realm_id int, user_ids int[])
      join recipients r on r.realm_id = wanted.realm_id and r.user_ids = wanted.user_ids`,
  );
  for (const { realm_id, user_ids, id, used } of found) {
    bulk.conversations.set(conversationKey(realm_id, user_ids), { id, used });
  }
}
