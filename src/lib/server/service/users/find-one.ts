import { eq, sql } from 'drizzle-orm';
import type { Context } from '../context';
import { isRowId } from '../db/ids';
import { users } from '../db/schema/users';
import type { User } from '../model';
import { placeholderEmail, seesEmail } from './email';
import { listVisibleUsers } from './visible';

/** Somebody whom the caller may know of. */
export async function findById(context: Context, id: number): Promise<User | undefined> {
  if (!isRowId(id)) return undefined;
  const [found] = await listVisibleUsers(context, eq(users.id, id));
  return found;
}

/**
 * Somebody whom the caller may know of, by `user{id}@{host}` or the real address. That names somebody
 * only where the caller may see it: else anybody could test whose it is.
 */
export async function findByEmail(context: Context, address: string): Promise<User | undefined> {
  const email = address.toLowerCase();
  const [, digits] = /^user(\d{1,9})@/.exec(email) ?? [];
  if (digits !== undefined && placeholderEmail(Number(digits), context.baseUrl) === email) {
    return findById(context, Number(digits));
  }
  const [found] = await listVisibleUsers(context, sql`lower(${users.delivery_email}) = ${email}`);
  return found && seesEmail(context.user, found) ? found : undefined;
}
