import { and, eq, ne, sql } from 'drizzle-orm';
import { recordChange } from '../audit/record';
import type { Context } from '../context';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import type { User } from '../model';
import { announcePerson } from '../settings/announce';
import { audiencesByAddress } from '../users/audience-by-address';
import { apiEmail } from '../users/email';

/** Gives somebody, locked, another address, checked. Throws 400 for one that somebody has. */
export async function changeEmail(
  context: Context,
  person: User,
  delivery_email: string,
): Promise<User> {
  const { tx, realm, baseUrl, emit } = context;
  const [taken] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.realm_id, realm.id),
        ne(users.id, person.id),
        sql`lower(${users.delivery_email}) = lower(${delivery_email})`,
      ),
    );
  if (taken) throw badRequest(`Email '${delivery_email}' already in use`);
  const [after] = await tx
    .update(users)
    .set({ delivery_email })
    .where(eq(users.id, person.id))
    .returning();
  // The addresses themselves are not every administrator's to know.
  await recordChange(context, { action: 'user.email_changed', modified_user_id: person.id });
  const { seeing } = await audiencesByAddress(context, after!);
  const values = { user_id: person.id, delivery_email };
  emit({ payload: { type: 'realm_user', op: 'update', person: values }, audience: seeing });
  const new_email = apiEmail(after!, baseUrl);
  if (new_email !== apiEmail(person, baseUrl)) await announcePerson(context, after!, { new_email });
  return after!;
}
