import { userRole } from '$lib/api/roles';
import { sql, type SQL } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { anyOf, idArray } from '../db/ids';
import { queryRows } from '../db/query-rows';
import { users } from '../db/schema/users';
import { loadSystemGroups } from '../permissions/load';
import { loadProfileData } from '../users/profile-data';
import { userAddedEvent } from '../users/person-added';
import { unknownName } from '../users/wire';

/*
 * If `can_access_all_users_group` leaves out guests, they can see only the people they share
 * channels or conversations with (`visibleUsers`), and get events when that starts and ends.
 */

/** User ids who joined or left, by channel id. */
type ByChannel = ReadonlyMap<number, readonly number[]>;

/** Whether some users can't see everyone. */
export async function isVisibilityLimited(context: ServiceContext): Promise<boolean> {
  const groups = await loadSystemGroups(context);
  const setting = groups.realmSetting(context.realm, 'can_access_all_users_group');
  return setting !== groups.id('role:everyone');
}

/** Call after people join channels, before their subscriptions are announced. */
export async function announceNewlyVisiblePeople(
  context: ServiceContext,
  came: ByChannel,
): Promise<void> {
  await announceAppearance(context, await findPairsWithoutAccess(context, came));
}

/** Call after people leave channels. */
export async function announceNoLongerVisiblePeople(
  context: ServiceContext,
  left: ByChannel,
): Promise<void> {
  for (const { person_id, viewers } of await findPairsWithoutAccess(context, left)) {
    const person = { user_id: person_id, full_name: unknownName };
    context.emit({ payload: { type: 'realm_user', op: 'remove', person }, audience: viewers });
  }
}

/** Call after creating a direct conversation's row, before anything is sent there. */
export async function announceNewDirectPartners(
  context: ServiceContext,
  recipient_id: number,
  participants: readonly number[],
): Promise<void> {
  if (!(await isVisibilityLimited(context))) return;
  const ids = idArray(participants);
  const rows = await queryRows<Unseen>(
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
  await announceAppearance(context, rows);
}

/** A user, and the viewers whose only connection to them is what has changed. */
interface Unseen extends Record<string, unknown> {
  readonly person_id: number;
  readonly viewers: number[];
}

const isLimited: SQL = sql`v.is_active and v.role >= ${userRole.guest}::int`;
const mayBeHidden: SQL = sql`p.is_active and not p.is_bot`;

/**
 * Pairs that are, or were, both in one of the channels, with at least one of them having changed,
 * and that have no other connection. Viewers with too many changes are left out: their queues end.
 */
async function findPairsWithoutAccess(
  context: ServiceContext,
  changed: ByChannel,
): Promise<Unseen[]> {
  if (changed.size === 0 || !(await isVisibilityLimited(context))) return [];
  const dismissed = await findOverwhelmed(context, changed);
  if (dismissed === null) return [];
  context.service.endQueues(dismissed);
  return queryRows<Unseen>(
    context.tx,
    sql`with ${insideOf(changed, dismissed)}, pairs(mover, other, viewer_id, person_id) as materialized (
        select m.user_id, o.user_id, m.user_id, o.user_id
        from inside m join inside o on o.stream_id = m.stream_id and o.user_id <> m.user_id
        where m.is_changed and m.is_viewer and o.is_person
        union
        select m.user_id, o.user_id, o.user_id, m.user_id
        from inside m join inside o on o.stream_id = m.stream_id and o.user_id <> m.user_id
        where m.is_changed and m.is_person and o.is_viewer
      ), movers(id) as materialized (select distinct mover from pairs
      ), others(id) as materialized (select distinct other from pairs
      ), known(mover, other) as materialized (
        select a.user_id, b.user_id from movers
        join subscriptions a on a.user_id = movers.id and a.active
        join subscriptions b on b.stream_id = a.stream_id and b.active
        join others on others.id = b.user_id
        where not exists (select 1 from changed c where c.stream_id = a.stream_id
          and c.user_id in (a.user_id, b.user_id))
        union
        select movers.id, others.id from recipients r
        join movers on movers.id = any(r.user_ids) join others on others.id = any(r.user_ids)
        where r.user_ids && array(select id from movers)
      )
      select person_id, array_agg(distinct viewer_id order by viewer_id) as viewers from pairs p
      where not exists (select 1 from known k where k.mover = p.mover and k.other = p.other)
      group by person_id order by person_id`,
  );
}

/** Maximum number of people announced to one guest, and to all guests together. */
const [maxToOne, maxInAll] = [100, 100_000];

/** Guests with more changes than can be announced. Null if no guests are involved. */
async function findOverwhelmed(
  context: ServiceContext,
  changed: ByChannel,
): Promise<number[] | null> {
  const rows = await queryRows<
    Record<'people' | 'movers', number> & Record<'came' | 'there', number[]>
  >(
    context.tx,
    sql`with ${insideOf(changed, [])} select
        (count(*) filter (where is_person))::int as people,
        (count(*) filter (where is_person and is_changed))::int as movers,
        coalesce(array_agg(user_id) filter (where is_viewer and is_changed), '{}') as came,
        coalesce(array_agg(user_id) filter (where is_viewer and not is_changed), '{}') as there
      from inside group by stream_id`,
  );
  const counts = new Map<number, number>();
  for (const { people, movers, came, there } of rows) {
    // Users aren't announced to themselves.
    for (const id of came) counts.set(id, (counts.get(id) ?? 0) + people - 1);
    for (const id of there) counts.set(id, (counts.get(id) ?? 0) + movers);
  }
  let left = maxInAll;
  const overwhelmed = [...counts]
    .toSorted(([, a], [, b]) => a - b)
    .filter(([, count]) => {
      if (count > Math.min(maxToOne, left)) return true;
      left -= count;
      return false;
    });
  return counts.size === 0 ? null : overwhelmed.map(([id]) => id);
}

/** Who is or was in these channels, leaving out viewers in `dismissed`. */
function insideOf(changed: ByChannel, dismissed: readonly number[]): SQL {
  const pairs = [...changed].flatMap(([stream_id, ids]) => ids.map((id) => [stream_id, id]));
  return sql`changed(stream_id, user_id) as materialized (
      select * from unnest(${idArray(pairs.map(([stream_id]) => stream_id!))},
        ${idArray(pairs.map(([, user_id]) => user_id!))})
    ), inside as materialized (
      select s.stream_id, s.user_id, c.user_id is not null as is_changed,
        v.role >= ${userRole.guest}::int and v.id <> all(${idArray(dismissed)}) as is_viewer,
        not v.is_bot as is_person
      from subscriptions s join users v on v.id = s.user_id and v.is_active
      left join changed c on c.stream_id = s.stream_id and c.user_id = s.user_id
      where s.stream_id = any(${idArray([...changed.keys()])})
        and (s.active or c.user_id is not null)
    )`;
}

/** All guests get the same data about a user. */
async function announceAppearance(
  context: ServiceContext,
  found: readonly Unseen[],
): Promise<void> {
  if (found.length === 0) return;
  const { tx, baseUrl, emit } = context;
  const ids = found.map(({ person_id }) => person_id);
  const people = await tx.select().from(users).where(anyOf(users.id, ids));
  const byId = new Map(people.map((person) => [person.id, person]));
  const profiles = await loadProfileData(context, ids);
  for (const { person_id, viewers } of found) {
    const person = byId.get(person_id)!;
    const viewer = { ...person, id: 0, role: userRole.guest };
    emit({ ...userAddedEvent(person, { viewer, baseUrl, profiles }), audience: viewers });
  }
}
