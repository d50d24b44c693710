import { and, eq, inArray } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { CachedRead } from '../db/read-cache';
import { isRowId } from '../db/ids';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import type { UserRow } from '../model';
import { idsByAddress } from './by-address';
import { visibleUsersAmong } from './visible';

/** `to` in any of its documented forms. */
export type RecipientParam = number | string | readonly number[] | readonly string[];

/** Users by id. */
export const cachedUsers = new CachedRead<number, UserRow>(users);

/**
 * The distinct users that `to` names and the caller can see, in no particular order. Throws 400.
 */
export async function findRecipients(
  context: ServiceContext,
  to: RecipientParam,
): Promise<UserRow[]> {
  const list = listOf(to);
  if (list.length === 0) throw badRequest('Message must have recipients');
  const ids = list.filter((item) => typeof item === 'number');
  const addresses = list.filter((item) => typeof item === 'string');
  if (ids.length > 0 && addresses.length > 0)
    throw badRequest('Recipients are IDs or e-mails, not both');
  const wrong = ids.find((id) => !isRowId(id));
  if (wrong !== undefined) throw badRequest(`Invalid user ID ${wrong}`);
  const byAddress = addresses.length > 0 ? await idsByAddress(context, addresses) : null;
  const found = await loadById(context, byAddress ? [...byAddress.values()] : ids);
  const byId = new Map(
    (await visibleUsersAmong(context, found)).map((person) => [person.id, person]),
  );
  const people = new Map<number, UserRow>();
  for (const item of list) {
    const person = byId.get(typeof item === 'number' ? item : (byAddress?.get(item) ?? 0));
    if (!person) {
      throw badRequest(
        typeof item === 'number' ? `Invalid user ID ${item}` : `Invalid email '${item}'`,
      );
    }
    people.set(person.id, person);
  }
  return [...people.values()];
}

async function loadById(
  { tx, realm, service: { readCache: facts } }: ServiceContext,
  ids: readonly number[],
): Promise<UserRow[]> {
  const known = ids.flatMap((id) => facts.get(cachedUsers, id) ?? []).filter(isOf(realm));
  if (ids.length === known.length) return [...new Set(known)];
  return tx
    .select()
    .from(users)
    .where(and(eq(users.realm_id, realm.id), inArray(users.id, [...new Set(ids)])));
}

function isOf({ id }: Pick<ServiceContext['realm'], 'id'>) {
  return ({ realm_id }: UserRow) => realm_id === id;
}

function listOf(to: RecipientParam): (number | string)[] {
  if (typeof to === 'number') return [to];
  if (typeof to === 'object')
    return to.map((item) => (typeof item === 'string' ? item.trim() : item));
  return to
    .split(',')
    .map((email) => email.trim())
    .filter((email) => email !== '');
}
