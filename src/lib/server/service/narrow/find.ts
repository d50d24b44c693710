import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { StreamRow } from '../channels/access';
import { readableStreams } from '../channels/load';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { messages, userMessages, type StoredMessage } from '../db/schema/messages';
import { streams } from '../db/schema/streams';
import { badRequest } from '../failure';

/** Without the edit history, which grows with each edit. */
export type StoredMessageHead = Omit<StoredMessage, 'edit_history'>;

export interface AccessibleMessage {
  readonly row: StoredMessageHead;
  /** Null for direct messages. */
  readonly stream: StreamRow | null;
  /** The caller's own flags. Null if they never received it. */
  readonly flags: readonly string[] | null;
  /** Whether it has a widget, for example a poll. */
  readonly showsWidget: boolean;
}

const { edit_history: _history, ...columns } = getTableColumns(messages);

/** A message that the caller received, or can read in a channel's public history. */
export async function findMessage(
  context: ServiceContext,
  message_id: number,
): Promise<AccessibleMessage | null> {
  if (!isRowId(message_id)) return null;
  const { tx, realm, user } = context;
  const [found] = await tx
    .select({
      ...{ row: columns, stream: streams, flags: userMessages.flags },
      showsWidget: sql<boolean>`exists (select from submessages s where s.message_id = ${messages.id})`,
    })
    .from(messages)
    .leftJoin(streams, eq(streams.id, messages.stream_id))
    .leftJoin(
      userMessages,
      and(eq(userMessages.message_id, messages.id), eq(userMessages.user_id, user.id)),
    )
    .where(and(eq(messages.id, message_id), eq(messages.realm_id, realm.id)));
  if (!found) return null;
  const { stream, flags } = found;
  if (!stream) return flags === null ? null : found;
  const [readable] = await readableStreams(context, [stream]);
  if (!readable) return null;
  return flags !== null || stream.history_public_to_subscribers ? found : null;
}

/**
 * Locks a message until commit, so that changes run one after the other and each one sees the
 * result of the previous one. Call it before reading the message. The statement is sent
 * immediately.
 */
export function lockMessage({ tx }: ServiceContext, message_id: number): Promise<unknown> {
  if (!isRowId(message_id)) return Promise.resolve();
  return tx
    .select({ id: messages.id })
    .from(messages)
    .where(eq(messages.id, message_id))
    .for('update')
    .execute();
}

/** The same, with the message locked until commit before it is read. */
export async function accessLockedMessage(
  context: ServiceContext,
  message_id: number,
): Promise<AccessibleMessage> {
  // Sent one after the other without waiting: the second runs once the first has the lock.
  const locked = lockMessage(context, message_id);
  const found = accessMessage(context, message_id);
  await Promise.all([locked, found]);
  return found;
}

/** Missing and hidden messages give the same error. */
export async function accessMessage(
  context: ServiceContext,
  message_id: number,
): Promise<AccessibleMessage> {
  const found = await findMessage(context, message_id);
  if (!found) throw badRequest('Invalid message(s)');
  return found;
}
