import type { Reminder } from '../../api/reminder';
import { createMessageReminder, deleteReminder, getReminders } from '../../api/reminders';
import type { Account } from '../../client/account/account.svelte';
import type { OutboxHandler } from '../../client/outbox/outbox-handler';
import type { RowFields } from '../../client/outbox/row-rules';

/** A reminder as stored in the outbox. */
interface ReminderFields {
  readonly [field: string]: unknown;
  readonly message: number;
  /** When to remind, in UNIX seconds. */
  readonly timestamp: number;
  readonly note?: string | undefined;
}

export function reminderFields(reminder: Reminder, note?: string): ReminderFields {
  const { reminder_target_message_id: message, scheduled_delivery_timestamp: timestamp } = reminder;
  return { message, timestamp, ...(note && { note }) };
}

/** Outbox handler that deletes reminders and sets them again. */
export function reminderKind(account: Pick<Account, 'state' | 'assume'>): OutboxHandler {
  const of = (fields: RowFields) => fields as ReminderFields;
  return {
    // The reminder's text contains the note.
    fingerprints: (fields) => ({
      message: String(of(fields).message),
      timestamp: String(of(fields).timestamp),
    }),
    isPast: (fields, now) => of(fields).timestamp <= now,
    list: async (call) => {
      const { reminders } = await call(getReminders, {});
      return new Map(reminders.map((one) => [one.reminder_id, reminderFields(one)]));
    },
    create: async (call, to) => {
      const { message, timestamp, note } = of(to);
      const made = await call(createMessageReminder, {
        message_id: message,
        scheduled_delivery_timestamp: timestamp,
        ...(note !== undefined && { note }),
      });
      return made.reminder_id;
    },
    update: () => Promise.reject(new Error('Reminders are not changed.')),
    remove: async (call, row) => {
      await call(deleteReminder, { reminder_id: row });
    },
    newest: () => Math.max(-1, ...(account.state?.reminders ?? []).map((one) => one.reminder_id)),
    assume: (row, to) => {
      // The server composes the text of a reminder, so a new one isn't assumed.
      if (to === null) account.assume({ kind: 'reminders/remove', id: -1, reminder_id: row });
    },
  };
}
