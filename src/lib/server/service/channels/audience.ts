import { and, eq, sql } from 'drizzle-orm';
import type { Context } from '../context';
import { users } from '../db/schema/users';
import { loadSystemGroups, membersOf } from '../permissions/load';
import { role } from '../permissions/roles';
import type { StreamRow } from './access';

/** Active people who see that the channel exists. */
export async function audienceOfStream(
  context: Context,
  stream: StreamRow,
): Promise<number[] | 'realm'> {
  if (stream.is_web_public) return 'realm';
  const { tx, realm } = context;
  const subscribed = sql`exists (select 1 from subscriptions s
    where s.stream_id = ${stream.id} and s.active and s.user_id = ${users.id})`;
  const limit = stream.invite_only ? role.administrator : role.member;
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.realm_id, realm.id),
        eq(users.is_active, true),
        sql`(${users.role} <= ${limit} or ${subscribed})`,
      ),
    );
  const ids = new Set(rows.map(({ id }) => id));
  if (stream.invite_only) {
    const groups = await loadSystemGroups(context);
    for (const name of [
      'can_administer_channel_group',
      'can_add_subscribers_group',
      'can_subscribe_group',
    ] as const) {
      for (const id of await membersOf(context, groups.streamSetting(stream, name))) ids.add(id);
    }
  }
  return [...ids];
}
