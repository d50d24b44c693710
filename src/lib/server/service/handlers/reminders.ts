import { and, eq } from 'drizzle-orm';
import { isRowId } from '../db/ids';
import { reminders } from '../db/schema/scheduled';
import { rowNotFound } from '../failure';
import type { OperationHandlers } from '../handler';
import { renderText } from '../markdown/render-text';
import { accessMessage } from '../narrow/find';
import { composeReminder, normaliseNote } from '../reminders/compose';
import { listReminders, wireReminder } from '../reminders/wire';
import { requireFutureTime } from '../scheduled/time';

export const reminderHandlers = {
  getReminders: async (context) => ({
    reminders: (await listReminders(context)).map(wireReminder),
  }),

  async createMessageReminder(context, { message_id, scheduled_delivery_timestamp, note: given }) {
    const { tx, realm, user, clock, emit } = context;
    const note = normaliseNote(given ?? '');
    requireFutureTime(clock, scheduled_delivery_timestamp);
    const found = await accessMessage(context, message_id);
    const content = await composeReminder(context, found, note);
    const { html } = await renderText(context, content);
    const [row] = await tx
      .insert(reminders)
      .values({
        realm_id: realm.id,
        user_id: user.id,
        message_id,
        note,
        content,
        rendered_content: html,
        scheduled_delivery_timestamp,
      })
      .returning();
    emit({
      payload: { type: 'reminders', op: 'add', reminders: [wireReminder(row!)] },
      audience: [user.id],
      due: scheduled_delivery_timestamp,
    });
    return { reminder_id: row!.id };
  },

  async deleteReminder({ tx, user, emit }, { reminder_id }) {
    const removed = isRowId(reminder_id)
      ? await tx
          .delete(reminders)
          .where(and(eq(reminders.id, reminder_id), eq(reminders.user_id, user.id)))
          .returning({ id: reminders.id })
      : [];
    if (removed.length === 0) throw rowNotFound('Reminder does not exist');
    emit({ payload: { type: 'reminders', op: 'remove', reminder_id }, audience: [user.id] });
  },
} satisfies Partial<OperationHandlers>;
