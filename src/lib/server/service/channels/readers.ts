import { isGuest, userRole } from '$lib/api/roles';
import { sql, type SQL } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { idArray } from '../db/ids';
import { CachedRead } from '../db/read-cache';
import { queryRows } from '../db/query-rows';
import {
  userGroupMembers,
  userGroups,
  userGroupSubgroups,
  type GroupSetting,
} from '../db/schema/groups';
import { streams } from '../db/schema/streams';
import { users } from '../db/schema/users';
import { loadPermissions, loadSystemGroups, loadSettingMembers } from '../permissions/load';
import type { StreamRow } from './access';
import { audienceOfStream } from './audience';

/*
 * Who can see a message now: users who can read its channel, as in `ChannelAccess.seesContent`, and
 * either received the message or have access to the channel's history. Everything that sends
 * messages checks here, either for one user and all channels, or for one channel and all users.
 */

/**
 * Groups whose members can join a private channel, and therefore read it. If not stored, no one
 * can.
 */
const entries = ['can_subscribe_group', 'can_add_subscribers_group'] as const;

/**
 * Condition that the caller can still see message `m`, which they received. They may have lost
 * access to its channel.
 */
export async function isStillReadable(context: ServiceContext): Promise<SQL> {
  return sql`(m.stream_id is null or ${await isInReadableChannel(context)})`;
}

/**
 * Condition that the caller can read the channel of message `m`. `history` limits it to channels in
 * which they can also read messages they never received.
 */
export async function isInReadableChannel(
  context: ServiceContext,
  { history = false } = {},
): Promise<SQL> {
  const { user } = context;
  const open = isGuest(user) ? sql`c.is_web_public` : sql`(c.is_web_public or not c.invite_only)`;
  const ids = await enteredChannels(context);
  const inside = ids.length > 0 ? sql`or c.id = any(${idArray(ids)})` : sql``;
  return sql`exists (select 1 from streams c where c.id = m.stream_id
    ${history ? sql`and c.history_public_to_subscribers` : sql``}
    and (${open} ${inside} or exists (select 1 from subscriptions s
      where s.stream_id = c.id and s.user_id = ${user.id} and s.active)))`;
}

/** By user id. */
const entered = new CachedRead<number, readonly number[]>(
  streams,
  users,
  userGroups,
  userGroupMembers,
  userGroupSubgroups,
);

/**
 * Private channels that the caller can join without being in them. An index has the same condition.
 */
export function enteredChannels(context: ServiceContext): Promise<readonly number[]> {
  const { tx, realm, user, service } = context;
  return service.readCache.getOrLoad(entered, user.id, async () => {
    if (isGuest(user)) return [];
    const rows = await queryRows<{ id: number; settings: Record<string, GroupSetting> }>(
      tx,
      sql`select id, settings from streams where realm_id = ${realm.id} and invite_only
        and settings ?| array['can_subscribe_group', 'can_add_subscribers_group']`,
    );
    if (rows.length === 0) return [];
    const permissions = await loadPermissions(context, user);
    return rows
      .filter(({ settings }) =>
        entries.some((name) => {
          const setting = settings[name];
          return setting !== undefined && permissions.includes(setting);
        }),
      )
      .map(({ id }) => id);
  });
}

/** Active users who can read channel `to` but can't know that `from` exists. */
export async function readersUnawareOf(
  context: ServiceContext,
  from: StreamRow,
  to: StreamRow,
): Promise<ReadonlySet<number>> {
  if (from.id === to.id) return new Set();
  const knowing = await audienceOfStream(context, from);
  if (knowing === 'realm') return new Set();
  const rows = await queryRows<{ id: number }>(
    context.tx,
    sql`select u.id from users u where u.realm_id = ${context.realm.id} and u.is_active
      and not u.is_system_bot and ${await isReadableByUser(context, to)}`,
  );
  const known = new Set(knowing);
  return new Set(rows.map(({ id }) => id).filter((id) => !known.has(id)));
}

/**
 * Condition that user `u` can read the channel. For direct messages it is always true, because
 * their receivers can read them.
 */
export async function isReadableByUser(
  context: ServiceContext,
  stream: StreamRow | null,
): Promise<SQL> {
  if (!stream || stream.is_web_public) return sql`true`;
  const subscribed = sql`exists (select 1 from subscriptions s
    where s.stream_id = ${stream.id}::int and s.user_id = u.id and s.active)`;
  if (!stream.invite_only) return sql`(u.role < ${userRole.guest}::int or ${subscribed})`;
  const groups = await loadSystemGroups(context);
  const entering = new Set<number>();
  for (const name of entries) {
    for (const each of await loadSettingMembers(context, groups.streamSetting(stream, name))) {
      entering.add(each);
    }
  }
  const inside = sql`u.id = any(${`{${[...entering].join()}}`}::int[])`;
  return sql`(${subscribed} or u.role < ${userRole.guest}::int and ${inside})`;
}
