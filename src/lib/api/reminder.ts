import * as v from 'valibot';

/** What the Notification Bot will remind of. https://zulip.com/api/get-reminders */
export const reminderSchema = v.object({
  reminder_id: v.number(),
  type: v.literal('private'),
  /** One's own id. */
  to: v.array(v.number()),
  content: v.string(),
  rendered_content: v.string(),
  /** UNIX seconds. */
  scheduled_delivery_timestamp: v.number(),
  failed: v.boolean(),
  reminder_target_message_id: v.number(),
});
export type Reminder = v.InferOutput<typeof reminderSchema>;
