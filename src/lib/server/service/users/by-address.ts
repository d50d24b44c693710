import { eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { users } from '../db/schema/users';
import { placeholderId, seesEmail } from './email';

/**
 * User ids by email address, for every operation that accepts one. `user{id}@{host}` means the user
 * with that id, even if another user has it as their own address. Any other address means the user
 * whose real address it is, but only for callers who can see that address: otherwise callers could
 * test whose it is. The database compares addresses. The caller must check by id whether the user
 * is visible.
 */
export async function idsByAddress(
  { tx, realm, user, baseUrl }: ServiceContext,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  const real: string[] = [];
  for (const address of addresses) {
    const id = placeholderId(address, baseUrl);
    if (id === undefined) real.push(address);
    else ids.set(address, id);
  }
  if (real.length === 0) return ids;
  const rows = await tx
    .select({ person: users, address: sql<string>`given.address` })
    .from(users)
    .innerJoin(
      sql`json_array_elements_text(${JSON.stringify(real)}::json) as given(address)`,
      sql`lower(${users.delivery_email}) = lower(given.address)`,
    )
    .where(eq(users.realm_id, realm.id));
  for (const { person, address } of rows) {
    if (seesEmail(user, person)) ids.set(address, person.id);
  }
  return ids;
}
