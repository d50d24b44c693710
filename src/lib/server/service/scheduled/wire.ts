import type { ScheduledMessage } from '$lib/api/scheduled-message';
import type { getScheduledMessageFailures } from '$lib/api/scheduled-messages';
import type { ResultOf } from '$lib/api/define-operation';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { scheduledMessages } from '../db/schema/scheduled';
import { unixTime } from '../users/wire';

export type ScheduledMessageRow = typeof scheduledMessages.$inferSelect;

/** https://zulip.com/api/get-scheduled-messages */
export function wireScheduled(row: ScheduledMessageRow): ScheduledMessage {
  const { type, to, topic, content, rendered_content, scheduled_delivery_timestamp, failed } = row;
  return {
    scheduled_message_id: row.id,
    type,
    ...(type === 'stream' ? { to: to[0] ?? 0, topic } : { to }),
    content,
    rendered_content,
    scheduled_delivery_timestamp,
    failed,
  };
}

type Failure = ResultOf<typeof getScheduledMessageFailures>['failures'][number];

export function wireFailure(row: ScheduledMessageRow): Failure {
  return {
    scheduled_message_id: row.id,
    code: (row.failure_code ?? 'INTERNAL') as Failure['code'],
    reason: row.failure_reason ?? '',
    failed_at: row.failed_at ? unixTime(row.failed_at) : 0,
  };
}

/** The caller's scheduled messages by time, including failed ones, without those already sent. */
export function listScheduled({ tx, user }: ServiceContext): Promise<ScheduledMessageRow[]> {
  return tx
    .select()
    .from(scheduledMessages)
    .where(
      and(eq(scheduledMessages.user_id, user.id), isNull(scheduledMessages.delivered_message_id)),
    )
    .orderBy(asc(scheduledMessages.scheduled_delivery_timestamp), asc(scheduledMessages.id));
}
