import { and, eq, sql, inArray, ne, or } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { invitations } from '../db/schema/invitations';
import { users } from '../db/schema/users';
import { badRequest, rowNotFound, ServiceFailure } from '../failure';
import { AfterCommit, type OperationHandlers } from '../handler';
import { canStillInvite, grantableTerms } from '../invitations/invitation-terms';
import { invitationExpiryOf, type Invitation } from '../invitations/find';
import type { RealmRow, UserRow } from '../model';
import { hashPassword } from '../passwords';
import { checkFullName } from '../settings/full-name';
import { checkStrength } from '../settings/password';
import { isTimeZone } from '../settings/time-zone';
import { readEmail } from '../users/email';
import { asNotificationBot } from '../users/notification-bot';
import { checkAddress } from '../accounts/address-policy';
import type { MailMessage } from '../mail';
import { limitReached } from '../rate-limits';
import { realmSettingOf } from '../realm/settings';
import { checkDailyLimit, countMail } from '../invitations/daily-limit';
import { createInviteKey } from '../invitations/key';
import { joinMail } from '../invitations/mail';
import { recordAuditedChange } from '../audit/record';
import { subscribePeople } from '../channels/subscribe';
import { userGroupMembers, userGroups } from '../db/schema/groups';
import { streams } from '../db/schema/streams';
import { sendWelcome } from '../messages/welcome';
import { createPerson } from '../accounts/create';
import { announceInvites } from '../invitations/announce';

/** The new user's own profile values, already checked. */
interface InviteeProfile {
  readonly email: string;
  readonly full_name: string;
  readonly password_hash: string;
  readonly timezone: string;
}

/**
 * Creates the account for an invitation, with its role, channels and groups, and a welcome message.
 * `context` is that of the Notification Bot.
 */
async function acceptInvitation(
  context: ServiceContext,
  invitation: Invitation,
  newcomer: InviteeProfile,
): Promise<UserRow> {
  const person = await createPerson(context, { ...newcomer, role: invitation.invited_as });
  await recordAuditedChange(
    { ...context, user: null },
    {
      action: 'user.joined',
      modified_user_id: person.id,
      after: { invitation: invitation.id, role: person.role },
    },
  );
  const channels = await channelsOf(context, invitation);
  await subscribePeople(
    context,
    channels.map((stream) => ({ stream })),
    [person],
  );
  await joinGroups(context, invitation, person);
  await useUp(context, invitation, person);
  await sendWelcome(context, person, welcomeText(context, invitation));
  if (invitation.email !== null && invitation.notify_referrer_on_join) {
    await notifyInviter(context, invitation, person);
  }
  return person;
}

function channelsOf({ tx, realm }: ServiceContext, invitation: Invitation) {
  const { stream_ids, include_realm_default_subscriptions } = invitation;
  return tx
    .select()
    .from(streams)
    .where(
      and(
        eq(streams.realm_id, realm.id),
        eq(streams.is_archived, false),
        or(
          inArray(streams.id, stream_ids),
          include_realm_default_subscriptions ? eq(streams.is_default, true) : undefined,
        ),
      ),
    )
    .orderBy(streams.id);
}

async function joinGroups(
  { tx, realm, emit }: ServiceContext,
  { group_ids }: Invitation,
  { id: user_id }: UserRow,
): Promise<void> {
  const groups = await tx
    .select({ id: userGroups.id })
    .from(userGroups)
    .where(
      and(
        eq(userGroups.realm_id, realm.id),
        inArray(userGroups.id, group_ids),
        eq(userGroups.is_system_group, false),
        eq(userGroups.deactivated, false),
      ),
    )
    .orderBy(userGroups.id);
  if (groups.length === 0) return;
  await tx
    .insert(userGroupMembers)
    .values(groups.map(({ id }) => ({ group_id: id, user_id })))
    .onConflictDoNothing();
  for (const { id: group_id } of groups) {
    const payload = { type: 'user_group', op: 'add_members', group_id, user_ids: [user_id] };
    emit({ payload, audience: 'realm' });
  }
}

/** Marks an email invitation, and all others to that address, as used. */
async function useUp(
  context: ServiceContext,
  invitation: Invitation,
  person: UserRow,
): Promise<void> {
  const { tx, realm } = context;
  const used = await tx
    .update(invitations)
    .set({ used: true })
    .where(
      and(
        eq(invitations.realm_id, realm.id),
        eq(invitations.used, false),
        ne(invitations.revoked, true),
        sql`lower(${invitations.email}) = lower(${person.delivery_email})`,
      ),
    )
    .returning({ inviter_id: invitations.inviter_id });
  for (const inviter_id of new Set(used.map((row) => row.inviter_id))) {
    await announceInvites(context, inviter_id);
  }
}

/** A greeting, followed by the invitation's or the organization's welcome text. */
function welcomeText(
  { realm }: ServiceContext,
  { welcome_message_custom_text: own }: Invitation,
): string {
  const text = own ?? realmSettingOf(realm, 'welcome_message_custom_text');
  const greeting = `Hello, and welcome to **${realm.name.replaceAll('*', '')}**!`;
  return text.trim() === '' ? greeting : `${greeting}\n\n${text}`;
}

async function notifyInviter(
  context: ServiceContext,
  { inviter_id }: Invitation,
  person: UserRow,
): Promise<void> {
  const [inviter] = await context.tx.select().from(users).where(eq(users.id, inviter_id));
  if (!inviter?.is_active) return;
  const name = `@_**${person.full_name}|${person.id}**`;
  await sendWelcome(context, inviter, `${name} has accepted your invitation and joined.`);
}

/** Minutes that an emailed link is valid. */
const minutes = 24 * 60;

/** Maximum number of emails to one address through one link, in this many seconds. */
const maxMails = { times: 2, seconds: 3600 };

/**
 * Whether joining by this link needs a confirmed address, because anyone can invent one at an
 * allowed domain. Without email, it can't be confirmed.
 */
function requiresEmailConfirmation(
  { service: { server } }: Pick<ServiceContext, 'service'>,
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
async function confirmAddress(
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

/** The person opening the link isn't signed in. */
type Visitor = ServiceContext<null, RealmRow | null>;

interface OpenedInvitation {
  readonly invitation: Invitation;
  /** The reusable link through which the invitation was requested. */
  readonly link: Invitation | undefined;
  readonly inviter: UserRow;
  readonly realm: RealmRow;
}

/**
 * Throws 404. When joining, locks the invitation, because an email invitation can be used only
 * once, and the inviter, so that their permissions don't change.
 */
async function findByKey(
  { tx, realm }: Visitor,
  key: string,
  joining: boolean,
): Promise<OpenedInvitation> {
  const wanted = and(eq(invitations.realm_id, realm?.id ?? 0), eq(invitations.key, key));
  const [known] = await tx.select().from(invitations).where(wanted);
  if (!known || !realm) throw rowNotFound('There is no invitation with this link.');
  // Same order as deactivation, which locks the user first and then their invitations.
  const person = tx.select().from(users).where(eq(users.id, known.inviter_id));
  const [inviter] = await (joining ? person.for('share') : person);
  const [now] = joining
    ? await tx.select().from(invitations).where(eq(invitations.id, known.id)).for('update')
    : [known];
  const [link] =
    known.link_id === null
      ? []
      : await tx.select().from(invitations).where(eq(invitations.id, known.link_id));
  return { invitation: now!, link, inviter: inviter!, realm };
}

async function stateOf(visitor: Visitor, found: OpenedInvitation) {
  const { invitation, link, inviter, realm } = found;
  if (invitation.used) return 'used';
  // Invitations end with their inviter, their link and the organization.
  const isRevoked = invitation.revoked || link?.revoked === true;
  if (isRevoked || !inviter.is_active || !realm.is_active) return 'revoked';
  const ends = [invitationExpiryOf(invitation), link ? invitationExpiryOf(link) : null];
  if (ends.some((end) => end !== null && end.getTime() <= visitor.clock.now())) return 'expired';
  return (await canStillInvite(asInviter(visitor, found), invitation)) ? 'open' : 'revoked';
}

/** Checks run as the inviter, so that no one gets more than the inviter can give at that time. */
const asInviter = (
  visitor: Visitor,
  { realm, inviter: user }: OpenedInvitation,
): ServiceContext => ({
  ...visitor,
  realm,
  user,
});

const closed = {
  used: 'This invitation has been used already.',
  revoked: 'This invitation has been taken back.',
  expired: 'This invitation has expired.',
} as const;

async function checkOpen(visitor: Visitor, found: OpenedInvitation): Promise<void> {
  const state = await stateOf(visitor, found);
  if (state === 'open') return;
  throw new ServiceFailure('INVITATION_CLOSED', closed[state], 400, { state });
}

export const joinHandlers = {
  async describeInvite(context, { key }) {
    const found = await findByKey(context, key, false);
    const { invitation, inviter, realm } = found;
    return {
      state: await stateOf(context, found),
      organization: realm.name,
      inviter: inviter.full_name,
      invited_as: invitation.invited_as,
      email: invitation.email,
      confirms_email: requiresEmailConfirmation(context, realm, invitation),
    };
  },

  async mailJoinLink(context, { key, email }) {
    const found = await findByKey(context, key, true);
    await checkOpen(context, found);
    if (!requiresEmailConfirmation(context, found.realm, found.invitation)) {
      throw badRequest("This invitation doesn't need confirmation.");
    }
    const address = readEmail(email, context.baseUrl);
    const mail = await confirmAddress(asInviter(context, found), found.invitation, address);
    return new AfterCommit(({ mailer }) => {
      mailer.post([mail]);
      return Promise.resolve({});
    });
  },

  async joinByInvite(context, params) {
    const { key, password, timezone = '' } = params;
    const found = await findByKey(context, key, true);
    await checkOpen(context, found);
    if (requiresEmailConfirmation(context, found.realm, found.invitation)) {
      throw new ServiceFailure('EMAIL_NOT_CONFIRMED', 'Confirm your email address first.', 400);
    }
    const bot = await asNotificationBot(asInviter(context, found));
    if (!bot) throw badRequest('No one can join this organization.');
    const named = found.invitation.email ?? params.email;
    if (named === undefined) {
      throw new ServiceFailure('REQUEST_VARIABLE_MISSING', "Missing 'email' argument", 400, {
        var_name: 'email',
      });
    }
    const email = readEmail(named, context.baseUrl);
    const full_name = await checkFullName(bot, params.full_name);
    checkStrength(password, [full_name, email]);
    if (!isTimeZone(timezone)) {
      throw badRequest('timezone is not a recognized time zone');
    }
    const password_hash = await context.service.outsideTransaction(`hash\n${password}`, () =>
      hashPassword(password),
    );
    const given = await grantableTerms(asInviter(context, found), found.invitation);
    const invitation = { ...found.invitation, ...given };
    const person = await acceptInvitation(bot, invitation, {
      email,
      full_name,
      password_hash,
      timezone,
    });
    return { user_id: person.id, email: person.delivery_email };
  },
} satisfies Partial<OperationHandlers>;
