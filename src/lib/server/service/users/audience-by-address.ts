import { and, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { users } from '../db/schema/users';
import type { UserRow } from '../model';
import { audienceOfUser } from './audience';
import { seesEmail } from './email';
import { settingOf } from './settings';

type Audience = readonly number[] | 'realm';

/** Of the users who can see a user, those who see the real email address and those who don't. */
export async function audiencesByAddress(
  context: ServiceContext,
  person: UserRow,
): Promise<{ readonly seeing: Audience; readonly others: readonly number[] }> {
  const audience = await audienceOfUser(context, person);
  if (person.is_bot || settingOf(person, 'email_address_visibility') === 1) {
    return { seeing: audience, others: [] };
  }
  const active = and(eq(users.realm_id, context.realm.id), eq(users.is_active, true));
  const people = await context.tx.select().from(users).where(active);
  const recipients = new Set(audience === 'realm' ? people.map(({ id }) => id) : audience);
  const knowing = people.filter(({ id }) => recipients.has(id));
  const ids = (sees: boolean) =>
    knowing.filter((viewer) => seesEmail(viewer, person) === sees).map(({ id }) => id);
  return { seeing: ids(true), others: ids(false) };
}
