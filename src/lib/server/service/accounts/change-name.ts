import { eq } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import { announceBot } from '../bots/announce';
import { checkBotName } from '../bots/rules';
import type { ServiceContext } from '../context';
import { users } from '../db/schema/users';
import type { UserRow } from '../model';
import { announcePerson } from '../settings/announce';
import { checkFullName } from '../settings/full-name';

/** Changes a locked user's name. Throws 400 if it breaks the rules for names. */
export async function changeFullName(
  context: ServiceContext,
  person: UserRow,
  given: string,
): Promise<UserRow> {
  if (given.trim() === person.full_name) return person;
  const full_name = await checkFullName(context, given, person.id);
  if (person.is_bot) await checkBotName(context, full_name, person.id);
  const [after] = await context.tx
    .update(users)
    .set({ full_name })
    .where(eq(users.id, person.id))
    .returning();
  await recordAuditedChange(context, {
    action: 'user.renamed',
    modified_user_id: person.id,
    before: { full_name: person.full_name },
    after: { full_name },
  });
  await announcePerson(context, after!, { full_name });
  if (person.is_bot) await announceBot(context, after!, { full_name });
  return after!;
}
