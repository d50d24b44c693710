import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import { subscribePeople } from '../channels/subscribe';
import type { ServiceContext } from '../context';
import { userGroupMembers, userGroups } from '../db/schema/groups';
import { invitations } from '../db/schema/invitations';
import { streams } from '../db/schema/streams';
import { users } from '../db/schema/users';
import type { UserRow } from '../model';
import { sendWelcome } from '../messages/welcome';
import { realmSettingOf } from '../realm/settings';
import { createPerson } from '../accounts/create';
import { announceInvites } from './announce';
import type { Invitation } from './find';

/** The new user's own profile values, already checked. */
export interface InviteeProfile {
  readonly email: string;
  readonly full_name: string;
  readonly password_hash: string;
  readonly timezone: string;
}

/**
 * Creates the account for an invitation, with its role, channels and groups, and a welcome message.
 * `context` is that of the Notification Bot.
 */
export async function acceptInvitation(
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
