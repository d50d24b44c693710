import { eq } from 'drizzle-orm';
import type { Context } from '../context';
import { isRowId } from '../db/ids';
import { users } from '../db/schema/users';
import type { User } from '../model';
import { idsByAddress } from './by-address';
import { listVisibleUsers } from './visible';

/** Somebody whom the caller may know of. */
export async function findById(context: Context, id: number): Promise<User | undefined> {
  if (!isRowId(id)) return undefined;
  const [found] = await listVisibleUsers(context, eq(users.id, id));
  return found;
}

/** Somebody whom the caller may know of, by any address that names them. */
export async function findByEmail(context: Context, address: string): Promise<User | undefined> {
  const id = (await idsByAddress(context, [address])).get(address);
  return id === undefined ? undefined : findById(context, id);
}
