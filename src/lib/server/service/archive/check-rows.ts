import { foldCase } from '$lib/api/fold-case';
import { userRoles } from '$lib/api/roles';
import { userRole } from '$lib/api/roles';
import { eq, notInArray } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { invitations } from '../db/schema/invitations';
import { linkifiers } from '../db/schema/linkifiers';
import { playgrounds } from '../db/schema/playgrounds';
import { profileFields, profileValues } from '../db/schema/profile-fields';
import { users } from '../db/schema/users';
import { ServiceFailure } from '../failure';
import { checkLinkifier } from '../markdown/check-linkifier';
import type { UserRow } from '../model';
import { checkPlayground } from '../playgrounds/check';
import { checkStoredField } from '../profile/field-rules';
import { checkStoredValue } from '../profile/check-value';
import { notificationBotName, readOldName } from '../settings/full-name';
import { notificationBotAddress } from '../users/notification-bot';
import { isHarmlessAddress } from '../users/email';
import type { ImportContextFor } from './import-context';
import { ArchiveProblem } from './problem';

/**
 * Checks the rows of an archive: roles, names, email addresses and URLs. Names and addresses that
 * were allowed when the account was created are kept or repaired. Throws `ArchiveProblem`, which
 * names the row.
 */
export async function checkRows(as: ImportContextFor, people: readonly UserRow[]): Promise<void> {
  const context = as(people[0]!);
  for (const person of people) await checkPerson(context, person);
  await checkInvitations(context);
  const { tx } = context;
  for (const row of await tx.select().from(linkifiers)) {
    await expectGood(`Linkifier ${row.id}`, () => checkLinkifier(context, row));
  }
  for (const row of await tx.select().from(playgrounds)) {
    await expectGood(`Playground ${row.id}`, () => checkPlayground(row));
  }
  for (const row of await tx.select().from(profileFields)) {
    await expectGood(`Profile field ${row.id}`, () => checkStoredField(row));
  }
  const values = await tx
    .select({ field: profileFields, value: profileValues })
    .from(profileValues)
    .innerJoin(profileFields, eq(profileFields.id, profileValues.field_id));
  for (const { field, value } of values) {
    const what = `Profile field ${field.id} of user ${value.user_id}`;
    await expectGood(what, () => checkStoredValue(field, value.value));
  }
}

async function expectGood(what: string, check: () => void | Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    throw new ArchiveProblem(`${what} in the archive can't be used: ${error.message}`);
  }
}

async function checkPerson({ tx, baseUrl }: ServiceContext, person: UserRow): Promise<void> {
  const { id, delivery_email, is_bot, is_system_bot, avatar_url } = person;
  const refuse = (problem: string) =>
    new ArchiveProblem(`User ${id} in the archive can't be imported: ${problem}`);
  if (!userRoles.some((known) => known === person.role))
    throw refuse(`there is no role ${person.role}.`);
  if (avatar_url !== null && !/^\/user_avatars\/[\w/]+\.\w+$/.test(avatar_url)) {
    throw refuse('the profile picture is on another server.');
  }
  if (is_system_bot) {
    const isOurs =
      is_bot && person.role === userRole.member && person.full_name === notificationBotName;
    if (isOurs && delivery_email === notificationBotAddress) return;
    throw refuse('it claims to be a system bot, but Inkwell has no such bot.');
  }
  if (!isHarmlessAddress(delivery_email, id, baseUrl)) {
    const address = JSON.stringify(delivery_email);
    throw refuse(`${address} is not an email address, or the server uses it for another account.`);
  }
  const { name: full_name, problem } = readOldName(person.full_name);
  if (problem !== undefined) {
    throw refuse(`the name ${JSON.stringify(full_name)} is not allowed. ${problem}`);
  }
  if (foldCase(full_name) === foldCase(notificationBotName)) {
    throw refuse(`the name ${JSON.stringify(full_name)} is reserved for a bot of the server.`);
  }
  if (full_name !== person.full_name) {
    await tx.update(users).set({ full_name }).where(eq(users.id, id));
  }
}

async function checkInvitations({ tx }: ServiceContext): Promise<void> {
  const [wrong] = await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(notInArray(invitations.invited_as, [...userRoles]))
    .limit(1);
  if (wrong)
    throw new ArchiveProblem(`Invitation ${wrong.id} in the archive is for an unknown role.`);
}
