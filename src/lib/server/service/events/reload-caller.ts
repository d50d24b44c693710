import { and, eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { eventQueues } from '../db/schema/events';
import { realms } from '../db/schema/realms';
import { sessions } from '../db/schema/sessions';
import { users } from '../db/schema/users';
import { ServiceFailure } from '../failure';

/**
 * The context with the caller and the organization as this transaction's snapshot has them. Call it
 * before any other read: it locks a table before the snapshot is taken, so that `endQueuesOf`
 * either finds the queue created here or commits before this transaction reads its state. Throws
 * UNAUTHORIZED if the caller's key or session has ended.
 */
export async function reloadCaller(context: ServiceContext): Promise<ServiceContext> {
  const { tx, user, session } = context;
  await tx.execute(sql`lock table ${eventQueues} in row exclusive mode`);
  const isOpen =
    session === undefined
      ? eq(users.api_key, user.api_key)
      : sql`exists (select 1 from ${sessions} where ${sessions.id} = ${session})`;
  const [now] = await tx
    .select({ user: users, realm: realms })
    .from(users)
    .innerJoin(realms, eq(realms.id, users.realm_id))
    .where(and(eq(users.id, user.id), eq(users.is_active, true), isOpen));
  if (now) return { ...context, ...now };
  throw new ServiceFailure('UNAUTHORIZED', 'This session has ended', 401);
}
