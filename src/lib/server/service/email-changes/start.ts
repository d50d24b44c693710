import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { checkAddress } from '../accounts/address-policy';
import { createApiKey } from '../api-keys';
import type { ServiceContext } from '../context';
import { emailChanges } from '../db/schema/email-changes';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import type { MailMessage } from '../mail';
import { isAdministrator } from '../permissions/roles';
import { limitReached } from '../rate-limits';
import { realmSettingOf } from '../realm/settings';
import { readEmail } from '../users/email';
import { emailChangeLink, oldestOpenEmailChange, type EmailChange } from './find';

/** How often somebody may ask: seconds, and times in them. */
const limits = [
  { seconds: 3600, times: 2 },
  { seconds: 86_400, times: 5 },
];

/**
 * Asks for another address of the caller, whose row is locked, in place of what was asked for before.
 * Nothing changes until whoever reads its mail confirms. Returns the mails to post; none where it is
 * the address already. Throws 400 for one that cannot be had, RATE_LIMIT_HIT for too many wishes.
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

/** Throws 400 where the organization keeps addresses as they are; asked when one is confirmed, too. */
export function requireCanChangeEmail({
  realm,
  user,
}: Pick<ServiceContext, 'realm' | 'user'>): void {
  if (!realmSettingOf(realm, 'email_changes_disabled') || isAdministrator(user)) return;
  throw badRequest('Email address changes are disabled in this organization.');
}

/** Throws 400 for an address of somebody else; another spelling of one's own is free. */
async function checkUnused({ tx, user, realm }: ServiceContext, email: string): Promise<void> {
  const taken = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.realm_id, realm.id), sql`lower(${users.delivery_email}) = lower(${email})`),
    );
  if (taken.some(({ id }) => id !== user.id)) throw badRequest('Already has an account.');
}

/** What is older than a day counts no longer, and is forgotten. */
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
