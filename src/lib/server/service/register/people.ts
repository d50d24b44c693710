import { listAlertWords } from '../alert-words/list';
import { legacyPresences, modernPresences } from '../presence/read';
import { statusesOf } from '../status/read';
import { listMutedUsers } from '../users/muted';
import type { StateReader } from './scope';

/** Alert words, muted users, presence and statuses. */
export const peopleStates: Readonly<Record<string, StateReader>> = {
  alert_words: async ({ context }) => ({ alert_words: await listAlertWords(context) }),
  muted_users: async ({ context }) => ({ muted_users: await listMutedUsers(context) }),
  presence: async (scope) => {
    const { context, options } = scope;
    const read = options.slim_presence ? modernPresences : legacyPresences;
    const { presences, last_id } = await read(context, {
      newerThan: -1,
      days: options.presence_history_limit_days,
      permissions: await scope.permissions(),
    });
    const server_timestamp = context.clock.now() / 1000;
    return { presences, server_timestamp, presence_last_update_id: last_id };
  },
  user_status: async (scope) => ({
    user_status: await statusesOf(
      scope.context,
      (await scope.users()).filter(({ is_active }) => is_active),
    ),
  }),
};
