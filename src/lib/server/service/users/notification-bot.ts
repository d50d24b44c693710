import { and, asc, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { CachedRead } from '../db/read-cache';
import { users } from '../db/schema/users';
import type { UserRow } from '../model';

/** Its address in every organization. It never gets email. */
export const notificationBotAddress = 'notification-bot@inkwell.invalid';

/** By realm id. */
const notificationBots = new CachedRead<number, UserRow | undefined>(users);

/** The context for actions of the Notification Bot. Null if the organization has none. */
export async function asNotificationBot(context: ServiceContext): Promise<ServiceContext | null> {
  const { tx, realm, service } = context;
  const user = await service.readCache.getOrLoad(notificationBots, realm.id, async () => {
    const [bot] = await tx
      .select()
      .from(users)
      .where(and(eq(users.realm_id, realm.id), eq(users.is_system_bot, true)))
      .orderBy(asc(users.id))
      .limit(1);
    return bot;
  });
  return user ? { ...context, user, request: { ...context.request, client: 'Internal' } } : null;
}
