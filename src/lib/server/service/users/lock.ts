import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { users } from '../db/schema/users';

/**
 * The context with the caller's current row, locked until commit, so that concurrent changes by one
 * user run one after the other. Call it before reading any of their data.
 */
export async function lockCaller(context: ServiceContext): Promise<ServiceContext> {
  const [user] = await context.tx
    .select()
    .from(users)
    .where(eq(users.id, context.user.id))
    .for('no key update');
  if (!user) throw new Error('the account vanished');
  return { ...context, user };
}
