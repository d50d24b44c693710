import type { Context } from '../context';
import { and, eq, ne, sql } from 'drizzle-orm';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import { realmSetting } from '../realm/settings';

/** Markdown of mentions, controls, and what turns the direction of the text around it. */
const forbidden = /[*`\\>"@\p{Cc}\p{Cs}\p{Cn}\u202a-\u202e\u2066-\u2069]/u;

/** Which rule of `PATCH /settings` a display name breaks, if it breaks one. */
export function nameProblem(given: string): string | undefined {
  const name = given.trim();
  const length = [...name].length;
  if (length < 2) return 'Name too short!';
  if (length > 100) return 'Name too long!';
  if (forbidden.test(name)) return 'Invalid characters in name!';
  return /\|\d+$/.test(name) ? 'Invalid format!' : undefined;
}

/** A display name as stored. Throws 400 where it breaks a rule, or has to be unique and is not. */
export async function checkFullName(context: Context, given: string): Promise<string> {
  const { tx, user, realm } = context;
  const name = given.trim();
  const problem = nameProblem(name);
  if (problem !== undefined) throw badRequest(problem);
  if (realmSetting(realm, 'require_unique_names')) {
    const [taken] = await tx
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          eq(users.realm_id, realm.id),
          ne(users.id, user.id),
          sql`fold_case(${users.full_name}) = fold_case(${name})`,
        ),
      )
      .limit(1);
    if (taken) throw badRequest('Unique names required in this organization.');
  }
  return name;
}
