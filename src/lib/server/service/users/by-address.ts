import { eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { users } from '../db/schema/users';
import { placeholderId, seesEmail } from './email';

/**
 * Whom addresses name, for every operation that takes one: `user{id}@{host}` the person with that id,
 * whoever may have it as their own, any other the person whose real address it is. A real one names
 * somebody only for those who may see it: else anybody could test whose it is. The database compares.
 * Whether the caller may know of the person is for the caller of this to check, by the id.
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
