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
  const named = stream.invite_only ? await namedBy(context, stream) : [];
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.realm_id, realm.id),
        eq(users.is_active, true),
        sql`(${users.role} <= ${limit} or ${subscribed}
          or ${users.role} < ${role.guest} and ${users.id} = any(${`{${named.join()}}`}::int[]))`,
      ),
    );
  return rows.map(({ id }) => id);
}

/** The same, with everybody's id where that is everybody. */
export async function listAudience(context: Context, stream: StreamRow): Promise<number[]> {
  const audience = await audienceOfStream(context, stream);
  if (audience !== 'realm') return audience;
  const rows = await context.tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.realm_id, context.realm.id), eq(users.is_active, true)));
  return rows.map(({ id }) => id);
}

/** Whom the channel's own settings let in, or let administer it; of guests they mean nothing. */
export async function namedBy(context: Context, stream: StreamRow): Promise<number[]> {
  const groups = await loadSystemGroups(context);
  const people: number[] = [];
  for (const name of [
    'can_administer_channel_group',
    'can_add_subscribers_group',
    'can_subscribe_group',
  ] as const) {
    people.push(...(await membersOf(context, groups.streamSetting(stream, name))));
  }
  return people;
}
