import { eq } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import type { ServiceContext } from '../context';
import { users } from '../db/schema/users';
import { sqlStateOf } from '../db/sqlstate';
import { badRequest } from '../failure';
import type { UserRow } from '../model';
import { announcePerson } from '../settings/announce';
import { audiencesByAddress } from '../users/audience-by-address';
import { apiEmail } from '../users/email';
import { checkAddress } from './address-policy';

/** Changes the email address of a locked user to a checked one. Throws 400 if it is taken. */
export async function changeEmail(
  context: ServiceContext,
  person: UserRow,
  delivery_email: string,
): Promise<UserRow> {
  const { baseUrl, emit } = context;
  await checkAddress(context, delivery_email);
  const after = await write(context, person, delivery_email);
  // The log leaves out the addresses, because not every administrator can see them.
  await recordAuditedChange(context, { action: 'user.email_changed', modified_user_id: person.id });
  const { seeing } = await audiencesByAddress(context, after);
  const values = { user_id: person.id, delivery_email };
  emit({ payload: { type: 'realm_user', op: 'update', person: values }, audience: seeing });
  const new_email = apiEmail(after, baseUrl);
  if (new_email !== apiEmail(person, baseUrl)) await announcePerson(context, after, { new_email });
  return after;
}

/** The index decides, also when two users change to the same address at the same time. */
async function write(
  { tx }: ServiceContext,
  { id }: UserRow,
  delivery_email: string,
): Promise<UserRow> {
  try {
    const [after] = await tx
      .update(users)
      .set({ delivery_email })
      .where(eq(users.id, id))
      .returning();
    return after!;
  } catch (error) {
    if (sqlStateOf(error) !== '23505') throw error;
    throw badRequest(`Email '${delivery_email}' already in use`);
  }
}
