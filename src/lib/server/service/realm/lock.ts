import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { realms } from '../db/schema/realms';

/**
 * The caller's context with the organization's current row, locked until commit, so that concurrent
 * changes run one after the other. Call it before reading any of the organization's data.
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
