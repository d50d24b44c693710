import * as v from 'valibot';
import { reminderSchema } from './reminder';
import { defineOperation, inPath, json, optional, text } from './define-operation';
import { messageText, integer } from './value-schemas';

/** By time. https://zulip.com/api/get-reminders */
export const getReminders = defineOperation({
  id: 'getReminders',
  route: 'GET /reminders',
  result: v.object({ reminders: v.array(reminderSchema) }),
  since: 399,
});

/** https://zulip.com/api/create-message-reminder */
export const createMessageReminder = defineOperation({
  id: 'createMessageReminder',
  route: 'POST /reminders',
  params: {
    message_id: json(integer),
    /** UNIX seconds, in the future. */
    scheduled_delivery_timestamp: json(integer),
    note: optional(text(messageText, { since: 415 })),
  },
  result: v.object({ reminder_id: v.number() }),
  since: 381,
});

/** https://zulip.com/api/delete-reminder */
export const deleteReminder = defineOperation({
  id: 'deleteReminder',
  route: 'DELETE /reminders/{reminder_id}',
  params: { reminder_id: inPath(integer) },
  since: 399,
});
