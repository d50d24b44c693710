import { canDeleteTopic } from '$lib/api/permissions/message';
import { and, eq, sql } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import type { StreamRow } from '../channels/access';
import type { ServiceContext } from '../context';
import { messages } from '../db/schema/messages';
import { ServiceFailure } from '../failure';
import { loadPermissions } from '../permissions/load';
import { removeMessages } from './delete';

/** Messages per request. Each deletion is announced to everyone who had access. */
const batch = 200;

/** Throws if the caller can't delete other people's messages. https://zulip.com/api/delete-topic */
export async function requireCanDeleteTopic(
  context: ServiceContext,
  stream: StreamRow,
): Promise<void> {
  const permissions = await loadPermissions(context, context.user);
  if (canDeleteTopic(permissions, stream)) return;
  throw new ServiceFailure('UNAUTHORIZED_PRINCIPAL', 'Insufficient permission');
}

/**
 * Deletes the newest messages that the caller can read in a topic. Returns false if there are more.
 * Without public history, messages that the caller never received stay.
 */
export async function deleteNewestMessages(
  context: ServiceContext,
  stream: StreamRow,
  topic: string,
): Promise<boolean> {
  const { tx, user } = context;
  const received = stream.history_public_to_subscribers
    ? undefined
    : sql`exists (select 1 from user_messages um
        where um.message_id = ${messages.id} and um.user_id = ${user.id})`;
  const within = and(
    eq(messages.stream_id, stream.id),
    sql`fold_case(${messages.topic}) = fold_case(${topic})`,
    received,
  );
  const rows = await tx
    .select()
    .from(messages)
    .where(within)
    .orderBy(sql`${messages.id} desc`)
    .limit(batch)
    .for('update');
  await removeMessages(
    context,
    rows.map((row) => ({ row, stream, flags: null })),
  );
  const [newest] = rows;
  if (newest) {
    await recordAuditedChange(context, {
      action: 'channel.topic_deleted',
      modified_stream_id: stream.id,
      before: { topic: newest.topic, messages: rows.length },
    });
  }
  const [more] = await tx.select({ id: messages.id }).from(messages).where(within).limit(1);
  return more === undefined;
}
