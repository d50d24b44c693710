import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { reminders } from '../db/schema/scheduled';
import { checkRecipients, sendToDestination } from '../messages/destination';
import { findMessage } from '../narrow/find';
import { composeReminder } from '../reminders/compose';
import type { StoredReminder } from '../reminders/wire';
import { asNotificationBot } from '../users/notification-bot';

/**
 * Sends a reminder, however late, and deletes it. Quotes the message as it is now, or the original
 * text if the message is gone.
 */
export async function deliverReminder(context: ServiceContext, row: StoredReminder): Promise<void> {
  const { tx, user, realm } = context;
  const bot = user.is_active && realm.is_active ? await asNotificationBot(context) : null;
  if (!bot) return giveUpReminder(context, row);
  const found = await findMessage(context, row.message_id);
  const content = found ? await composeReminder(context, found, row.note) : row.content;
  await tx.delete(reminders).where(eq(reminders.id, row.id));
  context.emit({
    payload: { type: 'reminders', op: 'remove', reminder_id: row.id },
    audience: [user.id],
  });
  const destination = await checkRecipients(bot, [user.id]);
  await sendToDestination(bot, destination, { content, readBySender: true });
}

/** Marks it as failed. The API has no event for this. */
export async function giveUpReminder({ tx }: ServiceContext, row: StoredReminder): Promise<void> {
  await tx.update(reminders).set({ failed: true }).where(eq(reminders.id, row.id));
}
