import { and, asc, eq } from 'drizzle-orm';
import type { Context } from '../context';
import { Fact } from '../db/facts';
import { users } from '../db/schema/users';
import type { User } from '../model';

/** By which it is known in every organization; no mail ever reaches it. */
export const notificationBotAddress = 'notification-bot@inkwell.invalid';

/** By realm. */
const notificationBots = new Fact<number, User | undefined>(users);

/** The context in which the Notification Bot acts by itself; null where there is none. */
export async function asNotificationBot(context: Context): Promise<Context | null> {
  const { tx, realm, facts } = context;
  const user = await facts.once(notificationBots, realm.id, async () => {
    const [bot] = await tx
      .select()
      .from(users)
      .where(and(eq(users.realm_id, realm.id), eq(users.is_system_bot, true)))
      .orderBy(asc(users.id))
      .limit(1);
    return bot;
  });
  return user ? { ...context, user, client: 'Internal' } : null;
}
