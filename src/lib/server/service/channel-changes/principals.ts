import { and, asc, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { anyOf, isRowId } from '../db/ids';
import { selectManyRows } from '../db/many-rows';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import type { UserRow } from '../model';
import { findRecipients } from '../users/find-recipients';
import { visibleUsers } from '../permissions/visible-users';

/** User ids or email addresses. */
export type PrincipalList = readonly number[] | readonly string[];

/** Active people and bots that the caller can see, by id. Throws 400 for all others. */
export async function findPrincipals(
  context: ServiceContext,
  named: PrincipalList,
): Promise<UserRow[]> {
  const { tx, user } = context;
  if (named.length === 0) return [];
  const ids = isEmails(named)
    ? (await findRecipients(context, named)).map(({ id }) => id)
    : [...new Set(named)];
  if (ids.length === 1 && ids[0] === user.id) return [user];
  const wrong = ids.find((id) => !isRowId(id));
  if (wrong !== undefined) throw noSuchUser(wrong);
  const active = and(await visibleUsers(context), eq(users.is_active, true));
  const people = await selectManyRows(tx, users, and(active, anyOf(users.id, ids)), asc(users.id));
  if (people.length < ids.length) {
    const found = new Set(people.map(({ id }) => id));
    throw noSuchUser(ids.find((id) => !found.has(id))!);
  }
  return people;
}

function isEmails(named: PrincipalList): named is readonly string[] {
  return typeof named[0] === 'string';
}

const noSuchUser = (id: number) => badRequest(`Invalid user ID: ${id}`);
