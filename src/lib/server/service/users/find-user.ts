import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { users } from '../db/schema/users';
import type { UserRow } from '../model';
import { idsByAddress } from './by-address';
import { listVisibleUsers } from './visible';

/** A user that the caller can see. */
export async function findUserById(
  context: ServiceContext,
  id: number,
): Promise<UserRow | undefined> {
  if (!isRowId(id)) return undefined;
  const [found] = await listVisibleUsers(context, eq(users.id, id));
  return found;
}

/** A user that the caller can see, by any of their addresses. */
export async function findUserByEmail(
  context: ServiceContext,
  address: string,
): Promise<UserRow | undefined> {
  const id = (await idsByAddress(context, [address])).get(address);
  return id === undefined ? undefined : findUserById(context, id);
}
