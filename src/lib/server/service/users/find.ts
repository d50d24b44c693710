import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '../context';
import { Fact } from '../db/facts';
import { isRowId } from '../db/ids';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import type { User } from '../model';
import { placeholderEmail, seesEmail } from './email';
import { visibleAmong } from './visible';

/** `to` in any of its documented spellings. */
export type To = number | string | readonly number[] | readonly string[];

/** By id. */
export const knownPeople = new Fact<number, User>(users);

/**
 * The people that `to` names and the caller may know of, in no order, each once. A real address names
 * somebody only for those who may see it: else anybody could test whose it is. Throws 400.
 */
export async function findPeople(context: Context, to: To): Promise<User[]> {
  const { user, realm, facts } = context;
  const list = listOf(to);
  if (list.length === 0) throw badRequest('Message must have recipients');
  const ids = list.filter((item) => typeof item === 'number');
  const emails = list.filter((item) => typeof item === 'string').map((item) => item.toLowerCase());
  if (ids.length > 0 && emails.length > 0)
    throw badRequest('Recipients are IDs or e-mails, not both');
  const wrong = ids.find((id) => !isRowId(id));
  if (wrong !== undefined) throw badRequest(`Invalid user ID ${wrong}`);
  const placeholders = new Map(emails.map((email) => [email, placeholderId(context, email)]));
  const placeholderIds = [...placeholders.values()].filter((id) => id !== undefined);
  const known = ids.flatMap((id) => facts.get(knownPeople, id) ?? []).filter(isOf(realm));
  const isKnown = ids.length > 0 && known.length === ids.length;
  const found = isKnown
    ? [...new Set(known)]
    : await loadNamed(context, ids, emails, placeholderIds);
  const visible = await visibleAmong(context, found);
  const byId = new Map(visible.map((person) => [person.id, person]));
  const open = visible.filter((person) => seesEmail(user, person));
  const byEmail = new Map(open.map((person) => [person.delivery_email.toLowerCase(), person]));
  const people = new Map<number, User>();
  for (const item of list) {
    const person =
      typeof item === 'number'
        ? byId.get(item)
        : (byEmail.get(item.toLowerCase()) ?? byId.get(placeholders.get(item.toLowerCase()) ?? 0));
    if (!person) {
      throw badRequest(
        typeof item === 'number' ? `Invalid user ID ${item}` : `Invalid email '${item}'`,
      );
    }
    people.set(person.id, person);
  }
  return [...people.values()];
}

function loadNamed(
  { tx, realm }: Context,
  ids: readonly number[],
  emails: readonly string[],
  placeholderIds: readonly number[],
): Promise<User[]> {
  const byEmail = sql`(${inArray(sql`lower(${users.delivery_email})`, [...emails])} or ${
    placeholderIds.length > 0 ? inArray(users.id, [...placeholderIds]) : sql`false`
  })`;
  const wanted = ids.length > 0 ? inArray(users.id, [...new Set(ids)]) : byEmail;
  return tx
    .select()
    .from(users)
    .where(and(eq(users.realm_id, realm.id), wanted));
}

function isOf({ id }: Pick<Context['realm'], 'id'>) {
  return ({ realm_id }: User) => realm_id === id;
}

function placeholderId({ baseUrl }: Context, email: string): number | undefined {
  const [, digits] = /^user(\d{1,10})@/.exec(email) ?? [];
  const id = Number(digits ?? 0);
  return isRowId(id) && placeholderEmail(id, baseUrl) === email ? id : undefined;
}

function listOf(to: To): (number | string)[] {
  if (typeof to === 'number') return [to];
  if (typeof to === 'object')
    return to.map((item) => (typeof item === 'string' ? item.trim() : item));
  return to
    .split(',')
    .map((email) => email.trim())
    .filter((email) => email !== '');
}
