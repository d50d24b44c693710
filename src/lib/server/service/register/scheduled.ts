import { listReminders, wireReminder } from '../reminders/wire';
import { listScheduled, wireScheduled } from '../scheduled/wire';
import type { StateReader } from './scope';

export const scheduledStates: Readonly<Record<string, StateReader>> = {
  scheduled_messages: async (scope) => {
    const rows = (await listScheduled(scope.context)).map(wireScheduled);
    return {
      scheduled_messages: rows.map((row) =>
        row.topic === undefined ? row : { ...row, topic: scope.topicName(row.topic) },
      ),
    };
  },
  reminders: async ({ context }) => ({
    reminders: (await listReminders(context)).map(wireReminder),
  }),
};
