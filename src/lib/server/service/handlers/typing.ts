import { eq, inArray, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { recipients } from '../db/schema/messages';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import type { OperationHandlers } from '../handler';
import { checkRecipients, checkTopic } from '../messages/destination';
import { accessMessage } from '../narrow/find';
import { apiEmail } from '../users/email';
import type { StreamRow } from '../channels/access';
import { queryRows } from '../db/query-rows';
import type { UserRow } from '../model';
import { settingOf } from '../users/settings';
import { messageAudienceOf } from '../messages/audience';

/** In channels with more subscribers, typing notifications are off. */
const maxListeners = 100;

/** Throws 400 for a user who has turned off sending typing notifications. */
function requireSharesTyping(user: UserRow, where: 'direct' | 'channel'): void {
  const name =
    where === 'direct' ? 'send_private_typing_notifications' : 'send_stream_typing_notifications';
  if (!settingOf(user, name)) throw badRequest('User has disabled typing notifications');
}

function listensToTyping(user: UserRow): boolean {
  return user.is_active && settingOf(user, 'receives_typing_notifications');
}

/** Subscribers who want typing notifications. Empty in a channel with many subscribers. */
async function listenersIn({ tx }: ServiceContext, stream: StreamRow): Promise<number[]> {
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
async function listenersTo(
  context: ServiceContext,
  stream: StreamRow,
  message_id: number,
): Promise<number[]> {
  const listeners = new Set(await listenersIn(context, stream));
  const { user_ids } = await messageAudienceOf(context, stream, [message_id], message_id);
  return user_ids.filter((id) => listeners.has(id));
}

async function peopleOf({ tx }: ServiceContext, recipient_id: number) {
  const [recipient] = await tx
    .select({ user_ids: recipients.user_ids })
    .from(recipients)
    .where(eq(recipients.id, recipient_id));
  return tx
    .select()
    .from(users)
    .where(inArray(users.id, recipient?.user_ids ?? []))
    .orderBy(users.id);
}

export const typingHandlers = {
  /** https://zulip.com/api/set-typing-status */
  async setTypingStatus(context, params) {
    const { type = 'direct', op, to, stream_id, topic } = params;
    const { user, baseUrl, emit } = context;
    const sender = { user_id: user.id, email: apiEmail(user, baseUrl) };
    if (type === 'stream' || type === 'channel') {
      requireSharesTyping(user, 'channel');
      if (stream_id === undefined) throw badRequest("Missing 'stream_id' argument");
      if (topic === undefined) throw badRequest("Missing 'topic' argument");
      const destination = await checkTopic(context, stream_id, topic);
      emit({
        payload: {
          type: 'typing',
          op,
          message_type: 'stream',
          sender,
          stream_id,
          topic: destination.topic,
        },
        audience: await listenersIn(context, destination.stream),
        hidden: { with: 'stream_typing_notifications' },
      });
      return;
    }
    requireSharesTyping(user, 'direct');
    if (to === undefined) throw badRequest("Missing 'to' argument");
    if (to.length === 0) throw badRequest("Empty 'to' list");
    const { participants } = await checkRecipients(context, to);
    emit({
      payload: {
        type: 'typing',
        op,
        message_type: 'direct',
        sender,
        recipients: participants.map((person) => ({
          user_id: person.id,
          email: apiEmail(person, baseUrl),
        })),
      },
      audience: participants.filter(listensToTyping).map(({ id }) => id),
    });
  },

  /** https://zulip.com/api/set-typing-status-for-message-edit */
  async setTypingStatusForMessageEdit(context, { message_id, op }) {
    const { user, emit } = context;
    const { row, stream } = await accessMessage(context, message_id);
    if (row.sender_id !== user.id)
      throw badRequest("You don't have permission to edit this message");
    requireSharesTyping(user, stream ? 'channel' : 'direct');
    const people = stream ? [] : await peopleOf(context, row.recipient_id);
    emit({
      payload: {
        type: 'typing_edit_message',
        op,
        sender_id: user.id,
        message_id,
        recipient: stream
          ? { type: 'channel', channel_id: stream.id, topic: row.topic }
          : { type: 'direct', user_ids: people.map(({ id }) => id) },
      },
      audience: stream
        ? await listenersTo(context, stream, message_id)
        : people.filter(listensToTyping).map(({ id }) => id),
    });
  },
} satisfies Partial<OperationHandlers>;
