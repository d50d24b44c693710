import { and, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { scheduledMessages } from '../db/schema/scheduled';
import { badRequest, rowNotFound } from '../failure';
import type { OperationHandlers } from '../handler';
import { normaliseContent } from '../messages/normalise';
import { isPersonalClient } from '../messages/personal-client';
import { composeScheduled, storedType } from '../scheduled/compose';
import { requireFutureTime } from '../scheduled/time';
import {
  listScheduled,
  wireFailure,
  wireScheduled,
  type ScheduledMessageRow,
} from '../scheduled/wire';

const noSuchMessage = () => rowNotFound('Scheduled message does not exist');

/** The row with the given values applied, checked like a new one. */
function recomposed(
  context: ServiceContext,
  existing: ScheduledMessageRow,
  given: {
    readonly newType: ScheduledMessageRow['type'] | undefined;
    readonly to?: number | readonly number[] | undefined;
    readonly topic?: string | undefined;
    readonly content?: string | undefined;
  },
) {
  const type = given.newType ?? existing.type;
  const kept = existing.type === 'stream' ? existing.to[0]! : existing.to;
  const content = given.content === undefined ? existing.content : normaliseContent(given.content);
  return composeScheduled(context, type, given.to ?? kept, given.topic ?? existing.topic, content);
}

/** The caller's row, locked until commit, so that delivery skips it. Throws 404. */
async function lockOwn({ tx, user }: ServiceContext, id: number): Promise<ScheduledMessageRow> {
  if (!isRowId(id)) throw noSuchMessage();
  const [row] = await tx
    .select()
    .from(scheduledMessages)
    .where(and(eq(scheduledMessages.id, id), eq(scheduledMessages.user_id, user.id)))
    .for('update');
  if (!row) throw noSuchMessage();
  return row;
}

export const scheduledMessageHandlers = {
  getScheduledMessages: async (context) => ({
    scheduled_messages: (await listScheduled(context)).map(wireScheduled),
  }),

  getScheduledMessageFailures: async (context) => ({
    failures: (await listScheduled(context)).filter(({ failed }) => failed).map(wireFailure),
  }),

  async createScheduledMessage(context, params) {
    const { tx, realm, user, clock, request, emit } = context;
    const { to, topic, scheduled_delivery_timestamp } = params;
    const content = normaliseContent(params.content);
    requireFutureTime(clock, scheduled_delivery_timestamp);
    const composed = await composeScheduled(context, storedType(params.type), to, topic, content);
    const onlyMe = composed.type === 'private' && composed.to.every((id) => id === user.id);
    const [row] = await tx
      .insert(scheduledMessages)
      .values({
        ...composed,
        realm_id: realm.id,
        user_id: user.id,
        client: request.client,
        scheduled_delivery_timestamp,
        // A note to self should arrive unread.
        read_by_sender: params.read_by_sender ?? (!onlyMe && isPersonalClient(request.client)),
      })
      .returning();
    emit({
      payload: { type: 'scheduled_messages', op: 'add', scheduled_messages: [wireScheduled(row!)] },
      audience: [user.id],
      due: scheduled_delivery_timestamp,
    });
    return { scheduled_message_id: row!.id };
  },

  async updateScheduledMessage(context, params) {
    const { tx, user, clock, emit } = context;
    const { type, to, topic, content, scheduled_delivery_timestamp } = params;
    const given = [type, to, topic, content, scheduled_delivery_timestamp];
    if (given.every((value) => value === undefined)) throw badRequest('Nothing to change');
    const newType = type && storedType(type);
    if (newType && to === undefined) {
      throw badRequest('Recipient required when updating type of scheduled message.');
    }
    if (newType === 'stream' && topic === undefined) {
      throw badRequest('Topic required when updating scheduled message type to channel.');
    }
    if (scheduled_delivery_timestamp !== undefined)
      requireFutureTime(clock, scheduled_delivery_timestamp);

    const existing = await lockOwn(context, params.scheduled_message_id);
    if (existing.delivered_message_id !== null) {
      throw badRequest('Scheduled message was already sent');
    }
    if (existing.failed && scheduled_delivery_timestamp === undefined) {
      throw badRequest('A new delivery time is required for a message that was not sent');
    }
    const onlyTime = [type, to, topic, content].every((value) => value === undefined);
    const [row] = await tx
      .update(scheduledMessages)
      .set({
        ...(!onlyTime && (await recomposed(context, existing, { ...params, newType }))),
        ...(scheduled_delivery_timestamp !== undefined && { scheduled_delivery_timestamp }),
        failed: false,
        failure_code: null,
        failure_reason: null,
        failed_at: null,
      })
      .where(eq(scheduledMessages.id, existing.id))
      .returning();
    emit({
      payload: { type: 'scheduled_messages', op: 'update', scheduled_message: wireScheduled(row!) },
      audience: [user.id],
      due: row!.scheduled_delivery_timestamp,
    });
  },

  async deleteScheduledMessage(context, { scheduled_message_id }) {
    const { tx, user, emit } = context;
    const row = await lockOwn(context, scheduled_message_id);
    if (row.delivered_message_id !== null) throw rowNotFound('Scheduled message was already sent');
    await tx.delete(scheduledMessages).where(eq(scheduledMessages.id, row.id));
    emit({
      payload: { type: 'scheduled_messages', op: 'remove', scheduled_message_id },
      audience: [user.id],
    });
  },
} satisfies Partial<OperationHandlers>;
