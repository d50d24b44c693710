import type { reminderSchema } from '$lib/api/reminder';
import { asc, eq } from 'drizzle-orm';
import type * as v from 'valibot';
import type { ServiceContext } from '../context';
import { reminders } from '../db/schema/scheduled';

export type StoredReminder = typeof reminders.$inferSelect;

/** https://zulip.com/api/get-reminders */
export function wireReminder(row: StoredReminder): v.InferOutput<typeof reminderSchema> {
  return {
    reminder_id: row.id,
    type: 'private',
    to: [row.user_id],
    content: row.content,
    rendered_content: row.rendered_content,
    scheduled_delivery_timestamp: row.scheduled_delivery_timestamp,
    failed: row.failed,
    reminder_target_message_id: row.message_id,
  };
}

/** The caller's reminders, by time. */
export function listReminders({ tx, user }: ServiceContext): Promise<StoredReminder[]> {
  return tx
    .select()
    .from(reminders)
    .where(eq(reminders.user_id, user.id))
    .orderBy(asc(reminders.scheduled_delivery_timestamp), asc(reminders.id));
}
