import { eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { users } from '../db/schema/users';
import { settingOf } from '../users/settings';
import { announceSettings } from './announce';

/** Sets presence through the older parameter `away`, its opposite. The caller's row is locked. */
export async function setPresenceEnabled(context: ServiceContext, value: boolean): Promise<void> {
  const { tx, user } = context;
  if (settingOf(user, 'presence_enabled') === value) return;
  const changed = { presence_enabled: value };
  const [after] = await tx
    .update(users)
    .set({ settings: sql`${users.settings} || ${JSON.stringify(changed)}::jsonb` })
    .where(eq(users.id, user.id))
    .returning();
  if (!after) throw new Error('the account vanished');
  await announceSettings(context, changed, user, after);
}
