import { canChangeOwnProfile } from '$lib/api/permissions/organization';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { checkAddress } from '../accounts/address-policy';
import { createApiKey } from '../api-keys';
import type { ServiceContext } from '../context';
import { emailChanges } from '../db/schema/email-changes';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import type { MailMessage } from '../mail';
import { limitReached } from '../rate-limits';
import { realmSettingOf } from '../realm/settings';
import { readEmail } from '../users/email';
import { emailChangeLink, oldestOpenEmailChange, type EmailChange } from './find';

/** How often a user can request a change: seconds, and the number of requests in them. */
const limits = [
  { seconds: 3600, times: 2 },
  { seconds: 86_400, times: 5 },
];

/**
 * Requests a new email address for the caller, whose row is locked, and replaces an earlier
 * request. Nothing changes until the link in the email is opened. Returns the emails to send, or
 * none if the address is the current one. Throws 400 for an address that can't be used,
 * RATE_LIMIT_HIT for too many requests.
 */
export async function startEmailChange(
  context: ServiceContext,
  given: string | undefined,
): Promise<readonly MailMessage[]> {
  const { tx, user, realm, clock } = context;
  const wished = given?.trim();
  if (wished === undefined || wished === '' || wished === user.delivery_email) return [];
  const new_email = readEmail(wished, context.baseUrl);
  requireCanChangeEmail(context);
  await checkAddress(context, new_email);
  await checkUnused(context, new_email);
  await countRequest(context);
  const created = new Date(clock.now());
  await tx
    .update(emailChanges)
    .set({ closed: created })
    .where(and(eq(emailChanges.user_id, user.id), isNull(emailChanges.closed)));
  const [row] = await tx
    .insert(emailChanges)
    .values({ realm_id: realm.id, user_id: user.id, new_email, key: createApiKey(), created })
    .returning();
  return [mailOf(context, row!)];
}

/** Throws 400 if the organization doesn't allow email changes. Also checked on confirmation. */
export function requireCanChangeEmail({
  realm,
  user,
}: Pick<ServiceContext, 'realm' | 'user'>): void {
  if (canChangeOwnProfile(user, realmSettingOf(realm, 'email_changes_disabled'))) return;
  throw badRequest('Email address changes are disabled in this organization.');
}

/** Throws 400 if another user has the address. Another spelling of the user's own is allowed. */
async function checkUnused({ tx, user, realm }: ServiceContext, email: string): Promise<void> {
  const taken = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.realm_id, realm.id), sql`lower(${users.delivery_email}) = lower(${email})`),
    );
  if (taken.some(({ id }) => id !== user.id)) throw badRequest('Already has an account.');
}

/** Deletes requests older than a day, which no longer count. */
async function countRequest(context: ServiceContext): Promise<void> {
  const { tx, user, clock } = context;
  const own = eq(emailChanges.user_id, user.id);
  await tx
    .delete(emailChanges)
    .where(and(own, lt(emailChanges.created, oldestOpenEmailChange(context))));
  const times = (await tx.select({ created: emailChanges.created }).from(emailChanges).where(own))
    .map(({ created }) => created.getTime())
    .sort((a, b) => b - a);
  for (const limit of limits) {
    const first = times[limit.times - 1];
    const wait = first === undefined ? 0 : first + limit.seconds * 1000 - clock.now();
    if (wait > 0) throw limitReached(wait / 1000);
  }
}

function mailOf(context: ServiceContext, row: EmailChange): MailMessage {
  const { realm, user } = context;
  const link = emailChangeLink(context, row);
  const text = `Hello,

${user.full_name} of ${realm.name} wants to use this address from now on. Follow this link within a day to confirm it:

${link}

If you did not ask for this, leave this mail aside: nothing will change.
`;
  const subject = `Confirm your new address for ${realm.name}`;
  return { to: row.new_email, subject, text, link };
}
