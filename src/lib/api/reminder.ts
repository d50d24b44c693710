import * as v from 'valibot';

/** A reminder that the Notification Bot will send. https://zulip.com/api/get-reminders */
export const reminderSchema = v.object({
  reminder_id: v.number(),
  type: v.literal('private'),
  /** The user's own id. */
  to: v.array(v.number()),
  content: v.string(),
  rendered_content: v.string(),
  /** UNIX seconds. */
  scheduled_delivery_timestamp: v.number(),
  failed: v.boolean(),
  reminder_target_message_id: v.number(),
});
export type Reminder = v.InferOutput<typeof reminderSchema>;
