import { and, eq, sql } from 'drizzle-orm';
import type { Context } from '../context';
import { idArray } from '../db/ids';
import { rowsOf } from '../db/rows';
import type { GroupSetting } from '../db/schema/groups';
import { streams } from '../db/schema/streams';
import type { User } from '../model';
import { loadSystemGroups, membersOf } from '../permissions/load';
import { role } from '../permissions/roles';
import type { StreamRow } from './access';

type Op = 'peer_add' | 'peer_remove';

/**
 * Tells that somebody, who has come or gone altogether, is in all of their channels or in none: to
 * each who may see who is there. Some statements, however many channels they are.
 */
export async function announcePeer(context: Context, op: Op, person: User): Promise<void> {
  const { tx, realm, emit } = context;
  const channels = await tx
    .select()
    .from(streams)
    .where(
      and(
        eq(streams.realm_id, realm.id),
        eq(streams.is_archived, false),
        sql`${streams.id} in (select stream_id from subscriptions
          where user_id = ${person.id} and active)`,
      ),
    );
  if (channels.length === 0) return;
  const people = await rowsOf<{ id: number; role: number }>(
    tx,
    sql`select id, role from users where realm_id = ${realm.id} and is_active
      and id <> ${person.id} order by id`,
  );
  const tell = (stream_ids: readonly number[], audience: readonly number[]) => {
    if (stream_ids.length === 0 || audience.length === 0) return;
    const payload = { type: 'subscription', op, stream_ids, user_ids: [person.id] };
    emit({ payload, audience });
  };
  const open = channels.filter((stream) => !stream.invite_only).map(({ id }) => id);
  const notGuests = new Set(people.filter((one) => one.role < role.guest).map(({ id }) => id));
  tell(open, [...notGuests]);
  for (const { stream_ids, audience } of await guestsOf(context, person, open)) {
    tell(stream_ids, audience);
  }
  const closed = channels.filter((stream) => stream.invite_only);
  const administrators = people.filter((one) => one.role <= role.administrator);
  const inside = await subscribersByChannel(context, closed);
  const named = await namedBy(context, closed);
  for (const stream of closed) {
    const knowing = new Set([
      ...administrators.map(({ id }) => id),
      ...(named.get(stream.id) ?? []).filter((id) => notGuests.has(id)),
      ...(inside.get(stream.id) ?? []),
    ]);
    knowing.delete(person.id);
    tell([stream.id], [...knowing]);
  }
}

/** Guests know who is in their own channels; those who share the same ones are one audience. */
async function guestsOf({ tx }: Context, person: User, stream_ids: readonly number[]) {
  return rowsOf<{ stream_ids: number[]; audience: number[] }>(
    tx,
    sql`select stream_ids, array_agg(user_id) as audience from (
        select s.user_id, array_agg(s.stream_id order by s.stream_id) as stream_ids
        from subscriptions s join users u on u.id = s.user_id
        where s.active and u.is_active and u.role >= ${role.guest}::int and u.id <> ${person.id}
          and s.stream_id = any(${idArray(stream_ids)})
        group by s.user_id) as each group by stream_ids`,
  );
}

async function subscribersByChannel({ tx }: Context, channels: readonly StreamRow[]) {
  const ids = channels.map(({ id }) => id);
  const rows = await rowsOf<{ stream_id: number; user_ids: number[] }>(
    tx,
    sql`select s.stream_id, array_agg(s.user_id) as user_ids
      from subscriptions s join users u on u.id = s.user_id
      where s.active and u.is_active and s.stream_id = any(${idArray(ids)}) group by s.stream_id`,
  );
  return new Map(rows.map(({ stream_id, user_ids }) => [stream_id, user_ids]));
}

const entries = [
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const;

/** Whom the channels' own settings let know of them; each value that is set is looked up once. */
async function namedBy(context: Context, channels: readonly StreamRow[]) {
  const groups = await loadSystemGroups(context);
  const known = new Map<string, readonly number[]>();
  const members = async (setting: GroupSetting) => {
    const key = JSON.stringify(setting);
    const found = known.get(key) ?? (await membersOf(context, setting));
    known.set(key, found);
    return found;
  };
  const named = new Map<number, readonly number[]>();
  for (const stream of channels) {
    const people: number[] = [];
    for (const name of entries) {
      people.push(...(await members(groups.streamSetting(stream, name))));
    }
    named.set(stream.id, people);
  }
  return named;
}
