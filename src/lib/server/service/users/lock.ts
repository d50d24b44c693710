import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { users } from '../db/schema/users';

/**
 * The context with the caller as they are now, locked until commit: what one person changes at once
 * follows each other. Ask before anything of theirs is looked at.
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
