import { foldCase } from '$lib/api/fold-case';
import { roles } from '$lib/api/user';
import { eq, notInArray } from 'drizzle-orm';
import type { Context } from '../context';
import { invitations } from '../db/schema/invitations';
import { linkifiers } from '../db/schema/linkifiers';
import { playgrounds } from '../db/schema/playgrounds';
import { profileFields, profileValues } from '../db/schema/profile-fields';
import { users } from '../db/schema/users';
import { ServiceFailure } from '../failure';
import { checkLinkifier } from '../markdown/check-linkifier';
import type { User } from '../model';
import { role } from '../permissions/roles';
import { checkPlayground } from '../playgrounds/check';
import { checkStoredField } from '../profile/field-rules';
import { checkStoredValue } from '../profile/check-value';
import { nameProblem, notificationBotName, tidyName } from '../settings/full-name';
import { notificationBotAddress } from '../users/notification-bot';
import { addressProblem } from '../users/email';
import type { ContextAs } from './import-context';
import { ArchiveProblem } from './problem';

/**
 * Checks what an archive brought by the rules that hold where people bring it: roles, names, addresses
 * and links. Throws `ArchiveProblem`, which names the row.
 */
export async function checkRows(as: ContextAs, people: readonly User[]): Promise<void> {
  const context = as(people[0]!);
  for (const person of people) await checkPerson(context, person);
  await checkInvitations(context);
  const { tx } = context;
  for (const row of await tx.select().from(linkifiers)) {
    await expectGood(`linkifier ${row.id}`, () => checkLinkifier(context, row));
  }
  for (const row of await tx.select().from(playgrounds)) {
    await expectGood(`playground ${row.id}`, () => checkPlayground(row));
  }
  for (const row of await tx.select().from(profileFields)) {
    await expectGood(`profile field ${row.id}`, () => checkStoredField(row));
  }
  const values = await tx
    .select({ field: profileFields, value: profileValues })
    .from(profileValues)
    .innerJoin(profileFields, eq(profileFields.id, profileValues.field_id));
  for (const { field, value } of values) {
    const what = `profile field ${field.id} of user ${value.user_id}`;
    await expectGood(what, () => checkStoredValue(field, value.value));
  }
}

async function expectGood(what: string, check: () => void | Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    throw new ArchiveProblem(`The archive has a ${what} that can't be used: ${error.message}`);
  }
}

/** A name that is only untidy is put in order. */
async function checkPerson({ tx, baseUrl }: Context, person: User): Promise<void> {
  const { id, delivery_email, is_bot, is_system_bot, avatar_url } = person;
  const refuse = (problem: string) =>
    new ArchiveProblem(`The archive has a user ${id} who can't be taken over: ${problem}`);
  if (!roles.some((known) => known === person.role)) throw refuse('There is no such role.');
  if (avatar_url !== null && !/^\/user_avatars\/[\w/]+\.\w+$/.test(avatar_url)) {
    throw refuse('The picture is elsewhere.');
  }
  if (is_system_bot) {
    const isOurs =
      is_bot && person.role === role.member && person.full_name === notificationBotName;
    if (isOurs && delivery_email === notificationBotAddress) return;
    throw refuse('The server has no such bot.');
  }
  const address = addressProblem(delivery_email, baseUrl, { ofBot: is_bot });
  if (address !== undefined) throw refuse(`${JSON.stringify(delivery_email)}: ${address}`);
  const full_name = tidyName(person.full_name);
  const name = nameProblem(full_name);
  if (name !== undefined) throw refuse(`${JSON.stringify(full_name)}: ${name}`);
  if (foldCase(full_name) === foldCase(notificationBotName)) {
    throw refuse(`${JSON.stringify(full_name)}: This name is reserved.`);
  }
  if (full_name !== person.full_name) {
    await tx.update(users).set({ full_name }).where(eq(users.id, id));
  }
}

async function checkInvitations({ tx }: Context): Promise<void> {
  const [wrong] = await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(notInArray(invitations.invited_as, [...roles]))
    .limit(1);
  if (wrong)
    throw new ArchiveProblem(`The archive has an invitation ${wrong.id} to no known role.`);
}
