import type { Reminder } from '../../api/reminder';
import type { AddressedText } from '../../writing/sending/addressed-text';
import type { ScheduledItem } from './messages/scheduled-item';

/**
 * A reminder in the list of scheduled messages. The reminders feature provides its row and actions.
 */
export interface ReminderEntry {
  readonly key: string;
  readonly reminder: Reminder;
  /** The reminder's text, which quotes the message; used for search. */
  readonly body: AddressedText;
  /** UNIX seconds. */
  readonly timestamp: number;
  readonly failed: boolean;
}

const made = new WeakMap<Reminder, ReminderEntry>();

/** Returns the same entry for the same reminder, so that only changes are rendered again. */
export function reminderEntry(reminder: Reminder): ReminderEntry {
  let entry = made.get(reminder);
  if (!entry) {
    const { reminder_id, to, content, failed } = reminder;
    entry = {
      key: reminderKey(reminder_id),
      reminder,
      body: { type: 'private', to, topic: '', content },
      timestamp: reminder.scheduled_delivery_timestamp,
      failed,
    };
    made.set(reminder, entry);
  }
  return entry;
}

/** Key of a reminder in a list where messages are keyed by id. */
export const reminderKey = (id: number): string => `reminder-${id}`;

export const isReminder = (entry: ScheduledItem | ReminderEntry): entry is ReminderEntry =>
  'reminder' in entry;
