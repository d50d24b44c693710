import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import {
  hasInvisible,
  hasStyledLetters,
  mixesAlphabets,
  withoutInvisible,
} from '../users/deceptive-text';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import { realmSettingOf } from '../realm/settings';

/**
 * Markdown characters of mentions, and control characters. Invisible characters are checked
 * elsewhere, in one place for all texts.
 */
const forbidden = /[*`\\>"@\p{Cc}]/u;

/**
 * Normalizes a name: whitespace of any kind becomes single spaces, and combining characters are
 * composed.
 */
export function tidyName(given: string): string {
  return given
    .normalize('NFC')
    .replace(/[\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}

/** The rule of `PATCH /settings` that a normalized display name breaks, or undefined. */
export function nameProblem(name: string): string | undefined {
  const problem = formProblem(name);
  if (problem !== undefined) return problem;
  if (hasInvisible(name)) return 'Invalid characters in name!';
  return hasStyledLetters(name) || mixesAlphabets(name)
    ? 'This name has letters that look like other letters. Write each word in one alphabet.'
    : undefined;
}

/** Rules that have always applied. */
function formProblem(name: string): string | undefined {
  const length = [...name].length;
  if (length < 2) return 'Name too short!';
  if (length > 100) return 'Name too long!';
  if (forbidden.test(name)) return 'Invalid characters in name!';
  return /\|\d+$/.test(name) ? 'Invalid format!' : undefined;
}

/**
 * Repairs the name of an account created when names had fewer rules: removes invisible characters
 * and replaces styled letters by ordinary ones. A word in several alphabets stays, because it's
 * unknown which letters were meant. `problem` says why it can't be a name at all.
 */
export function readOldName(given: string): { readonly name: string; readonly problem?: string } {
  const visible = tidyName(withoutInvisible(given));
  const plain = tidyName(visible.normalize('NFKC'));
  const name = hasStyledLetters(visible) && formProblem(plain) === undefined ? plain : visible;
  const problem = formProblem(name);
  return { name, ...(problem !== undefined && { problem }) };
}

/** The name under which the service itself writes. No one else can have it. */
export const notificationBotName = 'Notification Bot';

/**
 * A display name to store, for a new user, or for the user with `id`. Throws 400 if it breaks a
 * rule, is a system bot's, or has to be unique and isn't.
 */
export async function checkFullName(
  { tx, realm }: ServiceContext,
  given: string,
  id?: number,
): Promise<string> {
  const name = tidyName(given);
  const problem = nameProblem(name);
  if (problem !== undefined) throw badRequest(problem);
  const unique = realmSettingOf(realm, 'require_unique_names');
  const [taken] = await tx
    .select({ is_system_bot: users.is_system_bot })
    .from(users)
    .where(
      and(
        eq(users.realm_id, realm.id),
        unique ? undefined : eq(users.is_system_bot, true),
        id === undefined ? undefined : ne(users.id, id),
        sql`fold_case(${users.full_name}) = fold_case(${name})`,
      ),
    )
    .orderBy(desc(users.is_system_bot))
    .limit(1);
  if (taken?.is_system_bot) throw badRequest('This name is reserved. Use another one.');
  if (taken) throw badRequest('Unique names required in this organization.');
  return name;
}
