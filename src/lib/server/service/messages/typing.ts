import { sql } from 'drizzle-orm';
import type { StreamRow } from '../channels/access';
import type { ServiceContext } from '../context';
import { queryRows } from '../db/query-rows';
import { badRequest } from '../failure';
import type { UserRow } from '../model';
import { settingOf } from '../users/settings';
import { messageAudienceOf } from './audience';

/** In channels with more subscribers, typing notifications are off. */
const maxListeners = 100;

/** Throws 400 for a user who has turned off sending typing notifications. */
export function requireSharesTyping(user: UserRow, where: 'direct' | 'channel'): void {
  const name =
    where === 'direct' ? 'send_private_typing_notifications' : 'send_stream_typing_notifications';
  if (!settingOf(user, name)) throw badRequest('User has disabled typing notifications');
}

export function listensToTyping(user: UserRow): boolean {
  return user.is_active && settingOf(user, 'receives_typing_notifications');
}

/** Subscribers who want typing notifications. Empty in a channel with many subscribers. */
export async function listenersIn({ tx }: ServiceContext, stream: StreamRow): Promise<number[]> {
  const rows = await queryRows<{ id: number; wants: boolean }>(
    tx,
    sql`select u.id, coalesce((u.settings ->> 'receives_typing_notifications')::boolean, true) as wants
      from subscriptions s join users u on u.id = s.user_id
      where s.stream_id = ${stream.id}::int and s.active and u.is_active
      order by u.id limit ${maxListeners + 1}::int`,
  );
  if (rows.length > maxListeners) return [];
  return rows.filter(({ wants }) => wants).map(({ id }) => id);
}

/** Those of them who can see the message. */
export async function listenersTo(
  context: ServiceContext,
  stream: StreamRow,
  message_id: number,
): Promise<number[]> {
  const listeners = new Set(await listenersIn(context, stream));
  const { user_ids } = await messageAudienceOf(context, stream, [message_id], message_id);
  return user_ids.filter((id) => listeners.has(id));
}
