import { isAdministrator, isGuest, userRole } from '$lib/api/roles';
import { sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { CachedRead } from '../db/read-cache';
import { idArray } from '../db/ids';
import { queryManyRows } from '../db/many-rows';
import { userGroupMembers, userGroups, userGroupSubgroups } from '../db/schema/groups';
import { users } from '../db/schema/users';
import { loadSystemGroups, loadSettingMembers } from '../permissions/load';
import type { StreamRow } from './access';
import { loadSubscribers } from './subscribers';

/** Active users who can see that the channel exists. */
export async function audienceOfStream(
  context: ServiceContext,
  stream: StreamRow,
): Promise<number[] | 'realm'> {
  if (stream.is_web_public) return 'realm';
  const { tx, realm } = context;
  const subscribed = sql`exists (select 1 from subscriptions s
    where s.stream_id = ${stream.id} and s.active and s.user_id = ${users.id})`;
  const limit = stream.invite_only ? userRole.administrator : userRole.member;
  const named = stream.invite_only ? await peopleNamedBySettings(context, stream) : [];
  const rows = await queryManyRows<{ id: number }>(
    tx,
    ['id'],
    sql`select id from users where realm_id = ${realm.id} and is_active
      and (role <= ${limit}::int or ${subscribed}
        or role < ${userRole.guest}::int and id = any(${idArray(named)}))`,
  );
  return rows.map(({ id }) => id);
}

/** The same as a list of ids, even if it is everyone. */
export async function listAudience(context: ServiceContext, stream: StreamRow): Promise<number[]> {
  const audience = await audienceOfStream(context, stream);
  if (audience !== 'realm') return audience;
  const rows = await queryManyRows<{ id: number }>(
    context.tx,
    ['id'],
    sql`select id from users where realm_id = ${context.realm.id} and is_active`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Active users who can see that each of these private channels exists. Takes two statements, plus
 * those that look up who is in the channels' settings, once per distinct value.
 */
export async function audiencesOfPrivate(
  context: ServiceContext,
  streams: readonly StreamRow[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (streams.length === 0) return new Map();
  const people = await queryManyRows<{ id: number; role: number }>(
    context.tx,
    ['id', 'role'],
    sql`select id, role from users where realm_id = ${context.realm.id} and is_active`,
  );
  const administrators = people.filter(isAdministrator).map(({ id }) => id);
  const notGuests = new Set(people.filter((person) => !isGuest(person)).map(({ id }) => id));
  const ids = streams.map(({ id }) => id);
  const subscribersOf = await loadSubscribers(context, 'true', ids);
  const audiences = new Map<number, readonly number[]>();
  for (const stream of streams) {
    const named = await peopleNamedBySettings(context, stream);
    audiences.set(stream.id, [
      ...new Set([
        ...administrators,
        ...named.filter((id) => notGuests.has(id)),
        ...(subscribersOf(stream.id, true).subscribers ?? []),
      ]),
    ]);
  }
  return audiences;
}

/** User ids by setting value. */
const holders = new CachedRead<string, readonly number[]>(
  users,
  userGroups,
  userGroupMembers,
  userGroupSubgroups,
);

/**
 * Users whom the channel's own settings let join or administer it. The settings have no effect for
 * guests.
 */
export async function peopleNamedBySettings(
  context: ServiceContext,
  stream: StreamRow,
): Promise<number[]> {
  const groups = await loadSystemGroups(context);
  const people: number[] = [];
  for (const name of [
    'can_administer_channel_group',
    'can_add_subscribers_group',
    'can_subscribe_group',
  ] as const) {
    const setting = groups.streamSetting(stream, name);
    const find = () => loadSettingMembers(context, setting);
    people.push(
      ...(await context.service.readCache.getOrLoad(holders, JSON.stringify(setting), find)),
    );
  }
  return people;
}
