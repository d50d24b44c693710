import type { Reminder } from '../../api/reminder';
import type { AddressedText } from '../../writing/sending/addressed-text';
import type { ScheduledItem } from './messages/scheduled-item';

/** A reminder among scheduled messages. Its row and what is done with it are the reminders' own. */
export interface ReminderEntry {
  readonly key: string;
  readonly reminder: Reminder;
  /** The text that will remind, which quotes the message: by it one is searched. */
  readonly body: AddressedText;
  /** UNIX seconds. */
  readonly timestamp: number;
  readonly failed: boolean;
}

const made = new WeakMap<Reminder, ReminderEntry>();

/** The same entry for the same reminder, so that only what has changed is drawn anew. */
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

/** Names a reminder where messages are named by their ids. */
export const reminderKey = (id: number): string => `reminder-${id}`;

export const isReminder = (entry: ScheduledItem | ReminderEntry): entry is ReminderEntry =>
  'reminder' in entry;
