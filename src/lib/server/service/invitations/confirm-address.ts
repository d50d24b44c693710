import { and, eq, sql } from 'drizzle-orm';
import { checkAddress } from '../accounts/address-policy';
import type { ServiceContext } from '../context';
import { invitations } from '../db/schema/invitations';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import type { MailMessage } from '../mail';
import type { RealmRow } from '../model';
import { limitReached } from '../rate-limits';
import { realmSettingOf } from '../realm/settings';
import { checkDailyLimit, countMail } from './daily-limit';
import type { Invitation } from './find';
import { createInviteKey } from './key';
import { joinMail } from './mail';

/** Minutes that an emailed link is valid. */
const minutes = 24 * 60;

/** Maximum number of emails to one address through one link, in this many seconds. */
const maxMails = { times: 2, seconds: 3600 };

/**
 * Whether joining by this link needs a confirmed address, because anyone can invent one at an
 * allowed domain. Without email, it can't be confirmed.
 */
export function requiresEmailConfirmation(
  { server }: Pick<ServiceContext, 'server'>,
  realm: RealmRow,
  { email }: Pick<Invitation, 'email'>,
): boolean {
  return (
    email === null && server.sendsMail && realmSettingOf(realm, 'emails_restricted_to_domains')
  );
}

/**
 * Creates an invitation for one address from a locked reusable link, and returns its email. Stores
 * nothing else that the visitor entered: the reader of the email chooses name and password.
 * `context` is that of the inviter. Throws 400 for an address that can't join, RATE_LIMIT_HIT for
 * too many emails to it, INVITATION_FAILED if the organization has sent too many.
 */
export async function confirmAddress(
  context: ServiceContext,
  link: Invitation,
  email: string,
): Promise<MailMessage> {
  const { tx, realm, clock } = context;
  await checkAddress(context, email);
  await checkUnused(context, email);
  const same = and(
    eq(invitations.link_id, link.id),
    sql`lower(${invitations.email}) = lower(${email})`,
  );
  const [before] = await tx
    .select()
    .from(invitations)
    .where(and(same, eq(invitations.used, false)));
  if (before) checkTimes(before, clock.now());
  await checkDailyLimit(context, 1);
  if (before) {
    await countMail(context, before.id);
    return joinMail(context, before);
  }
  const { id: link_id, invited_as, stream_ids, group_ids, inviter_id } = link;
  const { include_realm_default_subscriptions, welcome_message_custom_text } = link;
  const [row] = await tx
    .insert(invitations)
    .values({
      ...{ realm_id: realm.id, inviter_id, link_id, email, invited_as, stream_ids, group_ids },
      ...{ include_realm_default_subscriptions, welcome_message_custom_text, minutes },
      notify_referrer_on_join: false,
      key: createInviteKey(),
      invited: new Date(clock.now()),
      mailed: [Math.floor(clock.now() / 1000)],
    })
    .returning();
  return joinMail(context, row!);
}

async function checkUnused({ tx, realm }: ServiceContext, email: string): Promise<void> {
  const [taken] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.realm_id, realm.id), sql`lower(${users.delivery_email}) = lower(${email})`),
    );
  if (taken) throw badRequest(`Email '${email}' already in use`);
}

function checkTimes({ mailed }: Invitation, now: number): void {
  const first = mailed.toSorted((a, b) => b - a)[maxMails.times - 1];
  const wait = first === undefined ? 0 : first + maxMails.seconds - now / 1000;
  if (wait > 0) throw limitReached(wait);
}
