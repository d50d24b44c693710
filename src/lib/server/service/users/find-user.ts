import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { users } from '../db/schema/users';
import type { UserRow } from '../model';
import { idsByAddress } from './by-address';
import { listVisibleUsers } from './visible';

/** Somebody whom the caller may know of. */
export async function findUserById(
  context: ServiceContext,
  id: number,
): Promise<UserRow | undefined> {
  if (!isRowId(id)) return undefined;
  const [found] = await listVisibleUsers(context, eq(users.id, id));
  return found;
}

/** Somebody whom the caller may know of, by any address that names them. */
export async function findUserByEmail(
  context: ServiceContext,
  address: string,
): Promise<UserRow | undefined> {
  const id = (await idsByAddress(context, [address])).get(address);
  return id === undefined ? undefined : findUserById(context, id);
}
