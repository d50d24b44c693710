import type { Context } from '../context';
import { and, eq, ne, sql } from 'drizzle-orm';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import { realmSetting } from '../realm/settings';

/** Markdown of mentions, controls, and what turns the direction of the text around it. */
const forbidden = /[*`\\>"@\p{Cc}\p{Cs}\p{Cn}\u202a-\u202e\u2066-\u2069]/u;

/** A display name as stored. Throws 400 where it breaks the rules of `PATCH /settings`. */
export async function checkFullName(context: Context, given: string): Promise<string> {
  const { tx, user, realm } = context;
  const name = given.trim();
  const length = [...name].length;
  if (length < 2) throw badRequest('Name too short!');
  if (length > 100) throw badRequest('Name too long!');
  if (forbidden.test(name)) throw badRequest('Invalid characters in name!');
  if (/\|\d+$/.test(name)) throw badRequest('Invalid format!');
  if (realmSetting(realm, 'require_unique_names')) {
    const [taken] = await tx
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          eq(users.realm_id, realm.id),
          ne(users.id, user.id),
          sql`lower(${users.full_name}) = lower(${name})`,
        ),
      )
      .limit(1);
    if (taken) throw badRequest('Unique names required in this organization.');
  }
  return name;
}
