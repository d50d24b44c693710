import { sql, type SQL } from 'drizzle-orm';
import type { StreamRow } from '../channels/access';
import { isReadableByUser } from '../channels/readers';
import type { ServiceContext } from '../context';
import { queryRows } from '../db/query-rows';
import type { FlagsByUser } from './receivers';

/** Flags for users who can read a message but never received it. */
export const historicalFlags: readonly string[] = ['read', 'historical'];

export interface MessageAudience {
  readonly user_ids: readonly number[];
  /** Each user's own flags of the message. Users without a row have `historicalFlags`. */
  readonly flags: FlagsByUser;
}

/**
 * Who gets events about changes to messages of one conversation: users who can see them now and
 * either received them or, in a channel with public history, are subscribers. `flags` are those of
 * `message_id`. `correction` updates those flags in the same statement and returns the new ones.
 */
export async function messageAudienceOf(
  context: ServiceContext,
  stream: StreamRow | null,
  message_ids: readonly number[],
  message_id: number,
  correction?: SQL,
): Promise<MessageAudience> {
  const history = stream?.history_public_to_subscribers
    ? sql`union select user_id from subscriptions where stream_id = ${stream.id}::int and active`
    : sql``;
  const rows = await queryRows<{ user_id: number; flags: string[] | null }>(
    context.tx,
    sql`${correction ? sql`with corrected as (${correction})` : sql``}
      select heard.user_id, ${correction ? sql`coalesce(c.flags, um.flags)` : sql`um.flags`} as flags
      from (
        select user_id from user_messages where message_id = any(${`{${message_ids.join()}}`}::int[])
        ${history}) as heard
      join users u on u.id = heard.user_id and u.is_active and ${await isReadableByUser(context, stream)}
      left join user_messages um
        on um.user_id = heard.user_id and um.message_id = ${message_id}::int
      ${correction ? sql`left join corrected c on c.user_id = heard.user_id` : sql``}
      order by heard.user_id`,
  );
  return {
    user_ids: rows.map(({ user_id }) => user_id),
    flags: new Map(rows.map(({ user_id, flags }) => [user_id, flags ?? [...historicalFlags]])),
  };
}
