import { inArray, sql } from 'drizzle-orm';
import { lockedStreams } from '../channels/find';
import type { ServiceContext } from '../context';
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
import type { UserRow } from '../model';
import { permissionsOf } from '../permissions/load';
import { loadPermissionsOf } from '../permissions/load-many';
import type { ScheduledMessageRow } from '../scheduled/wire';
import { cachedUsers } from '../users/find-recipients';
import type { DueRow } from './claim';

/** Maximum number of subscriptions read ahead. For further channels, they are read when needed. */
const maxSubscribers = 5_000;

type Scope = Pick<ServiceContext, 'tx' | 'readCache'>;

/**
 * Reads what sending these messages needs, with one statement per kind of data for any number.
 * Returns authors and receivers of direct messages, by id.
 */
export async function prefetchForDelivery(
  { tx, readCache: facts }: Scope,
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
  for (const user of found) facts.set(cachedUsers, user.id, user);
  await prefetchChannels({ tx, readCache: facts }, rows);
  await prefetchConversations({ tx, readCache: facts }, rows);
  return new Map(found.map((user) => [user.id, user]));
}

/** Loads permissions of the authors in one organization. */
export async function prefetchPermissions(
  scope: Pick<ServiceContext, 'tx' | 'readCache' | 'realm' | 'clock'>,
  people: Iterable<UserRow>,
): Promise<void> {
  const { readCache: facts, realm } = scope;
  const authors = [...people].filter(({ realm_id }) => realm_id === realm.id);
  for (const [id, permissions] of await loadPermissionsOf(scope, authors)) {
    facts.set(permissionsOf, id, permissions);
  }
}

async function prefetchChannels(
  { tx, readCache: facts }: Scope,
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
    facts.set(lockedStreams, stream.id, stream);
    if (recipient_id !== null) facts.set(channelRecipients, stream.id, recipient_id);
  }
  const subscribed = await queryRows<{ stream_id: number; user_id: number }>(
    tx,
    sql`select s.stream_id, s.user_id from subscriptions s join users u on u.id = s.user_id
      where s.stream_id = any(${`{${ids.join()}}`}::int[]) and s.active and u.is_active
      order by s.stream_id, s.user_id limit ${maxSubscribers}`,
  );
  const last = subscribed.length === maxSubscribers ? subscribed.at(-1)?.stream_id : undefined;
  const lists = new Map<number, number[]>();
  for (const { stream_id, user_id } of subscribed) {
    const list = lists.get(stream_id);
    if (list) list.push(user_id);
    else lists.set(stream_id, [user_id]);
  }
  for (const [stream_id, list] of lists) {
    if (stream_id !== last) facts.set(activeSubscribers, stream_id, list);
  }
}

async function prefetchConversations(
  { tx, readCache: facts }: Scope,
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
    facts.set(directConversations, directConversationKey(realm_id, user_ids), { id, used });
  }
}
