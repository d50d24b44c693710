import * as v from 'valibot';
import { defineOperation, inPath, json, optional, text } from './define';
import { content, integer } from './values';

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

/** By time. https://zulip.com/api/get-reminders */
export const getReminders = defineOperation({
  id: 'getReminders',
  method: 'GET',
  path: '/reminders',
  params: {},
  result: v.object({ reminders: v.array(reminderSchema) }),
  since: 399,
});

/** https://zulip.com/api/create-message-reminder */
export const createMessageReminder = defineOperation({
  id: 'createMessageReminder',
  method: 'POST',
  path: '/reminders',
  params: {
    message_id: json(integer),
    /** UNIX seconds, in the future. */
    scheduled_delivery_timestamp: json(integer),
    note: optional(text(content, { since: 415 })),
  },
  result: v.object({ reminder_id: v.number() }),
  since: 381,
});

/** https://zulip.com/api/delete-reminder */
export const deleteReminder = defineOperation({
  id: 'deleteReminder',
  method: 'DELETE',
  path: '/reminders/{reminder_id}',
  params: { reminder_id: inPath(integer) },
  result: v.object({}),
  since: 399,
});

export const reminderOperations = { getReminders, createMessageReminder, deleteReminder };
