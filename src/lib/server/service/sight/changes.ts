import { sql, type SQL } from 'drizzle-orm';
import type { Context } from '../context';
import { anyOf, idArray } from '../db/ids';
import { rowsOf } from '../db/rows';
import { users } from '../db/schema/users';
import { loadSystemGroups } from '../permissions/load';
import { role } from '../permissions/roles';
import { loadProfileData } from '../users/profile-data';
import { personAdded } from '../users/person-added';
import { unknownName } from '../users/wire';

/*
 * Where `can_access_all_users_group` leaves guests out, they know of people by what they share with
 * them (`visibleUsers`), and are told when that begins and ends.
 */

/** Who came into, or left, which channels: user ids by the channel's. */
type ByChannel = ReadonlyMap<number, readonly number[]>;

/** Whether some know of less than everybody. */
export async function isSightLimited(context: Context): Promise<boolean> {
  const groups = await loadSystemGroups(context);
  const setting = groups.realmSetting(context.realm, 'can_access_all_users_group');
  return setting !== groups.id('role:everyone');
}

/** To be asked after people came into channels, before it is told who is there. */
export async function tellOfNewNeighbours(context: Context, came: ByChannel): Promise<void> {
  await tellOfNew(context, await strangersIn(context, came));
}

/** To be asked after people left channels. */
export async function tellOfLostNeighbours(context: Context, left: ByChannel): Promise<void> {
  for (const { person_id, viewers } of await strangersIn(context, left)) {
    const person = { user_id: person_id, full_name: unknownName };
    context.emit({ payload: { type: 'realm_user', op: 'remove', person }, audience: viewers });
  }
}

/** To be asked after a direct conversation has its row, before anything is written there. */
export async function tellOfNewPartners(
  context: Context,
  recipient_id: number,
  participants: readonly number[],
): Promise<void> {
  if (!(await isSightLimited(context))) return;
  const ids = idArray(participants);
  const rows = await rowsOf<Unseen>(
    context.tx,
    sql`select p.id as person_id, array_agg(v.id order by v.id) as viewers
      from users v join users p on p.id <> v.id and ${mayBeHidden}
      where v.id = any(${ids}) and p.id = any(${ids}) and ${isLimited}
        and not exists (select 1 from subscriptions a join subscriptions b
          on b.stream_id = a.stream_id and b.active
          where a.active and a.user_id = v.id and b.user_id = p.id)
        and not exists (select 1 from recipients r
          where r.user_ids @> array[v.id, p.id] and r.id <> ${recipient_id}::int)
      group by p.id order by p.id`,
  );
  await tellOfNew(context, rows);
}

/** Somebody, and those who share nothing with them but what has changed. */
interface Unseen extends Record<string, unknown> {
  readonly person_id: number;
  readonly viewers: number[];
}

const isLimited: SQL = sql`v.is_active and v.role >= ${role.guest}::int`;
const mayBeHidden: SQL = sql`p.is_active and not p.is_bot`;

/**
 * Pairs that were both in one of the channels before or are now, not by unchanged rows alone, and share
 * nothing else.
 */
async function strangersIn(context: Context, changed: ByChannel): Promise<Unseen[]> {
  if (changed.size === 0 || !(await isSightLimited(context))) return [];
  const pairs = [...changed].flatMap(([stream_id, ids]) => ids.map((id) => [stream_id, id]));
  const isChanged = (row: string) =>
    sql`exists (select 1 from changed c where c.stream_id = ${sql.raw(row)}.stream_id
      and c.user_id = ${sql.raw(row)}.user_id)`;
  return rowsOf<Unseen>(
    context.tx,
    sql`with changed(stream_id, user_id) as materialized (
        select * from unnest(${idArray(pairs.map(([stream_id]) => stream_id!))},
          ${idArray(pairs.map(([, user_id]) => user_id!))})
      ), inside(stream_id, user_id, is_changed) as materialized (
        select s.stream_id, s.user_id, ${isChanged('s')} from subscriptions s
        where s.stream_id = any(${idArray([...changed.keys()])}) and (s.active or ${isChanged('s')})
      ), pairs(viewer_id, person_id) as materialized (
        select distinct v.id, p.id from inside mine join users v on v.id = mine.user_id
        join inside theirs on theirs.stream_id = mine.stream_id
        join users p on p.id = theirs.user_id
        where ${isLimited} and ${mayBeHidden} and p.id <> v.id
          and (mine.is_changed or theirs.is_changed)
      )
      select person_id, array_agg(viewer_id order by viewer_id) as viewers from pairs
      where not exists (select 1 from subscriptions a join subscriptions b
          on b.stream_id = a.stream_id and b.active
          where a.active and a.user_id = viewer_id and b.user_id = person_id
            and not ${isChanged('a')} and not ${isChanged('b')})
        and not exists (select 1 from recipients r
          where r.user_ids @> array[viewer_id, person_id])
      group by person_id order by person_id`,
  );
}

/** What guests are told of somebody is the same for all of them. */
async function tellOfNew(context: Context, found: readonly Unseen[]): Promise<void> {
  if (found.length === 0) return;
  const { tx, baseUrl, emit } = context;
  const ids = found.map(({ person_id }) => person_id);
  const people = await tx.select().from(users).where(anyOf(users.id, ids));
  const byId = new Map(people.map((person) => [person.id, person]));
  const profiles = await loadProfileData(context, ids);
  for (const { person_id, viewers } of found) {
    const person = byId.get(person_id)!;
    const viewer = { ...person, id: 0, role: role.guest };
    emit({ ...personAdded(person, { viewer, baseUrl, profiles }), audience: viewers });
  }
}
