import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { realms } from '../db/schema/realms';

/**
 * The caller's context with the organization as it is now, locked until commit: changes at once follow
 * each other. Ask before anything of it is looked at.
 */
export async function lockRealm(context: ServiceContext): Promise<ServiceContext> {
  const [realm] = await context.tx
    .select()
    .from(realms)
    .where(eq(realms.id, context.realm.id))
    .for('no key update');
  if (!realm) throw new Error('the organization vanished');
  return { ...context, realm };
}
