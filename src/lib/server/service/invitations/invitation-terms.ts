import { isAdministrator, userRole } from '$lib/api/roles';
import { canInviteAs } from '$lib/api/permissions/organization';
import { canAddSubscribers } from '$lib/api/permissions/channel';
import { canAddGroupMembers } from '$lib/api/permissions/group';
import { and, eq, inArray } from 'drizzle-orm';
import { loadChannelAccess } from '../channels/load';
import type { ChannelAccess, StreamRow } from '../channels/access';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { userGroups } from '../db/schema/groups';
import { streams } from '../db/schema/streams';
import { badRequest, requirePermission, ServiceFailure } from '../failure';
import { loadPermissions, type UserPermissions } from '../permissions/load';
import type { RealmPermission } from '../permissions/table';
import type { Invitation } from './find';

/** Parsed parameters common to both kinds of invitation. */
export interface InvitationTerms {
  readonly invite_expires_in_minutes?: number | null | undefined;
  readonly invite_as?: number | undefined;
  readonly stream_ids?: readonly number[] | undefined;
  readonly group_ids?: readonly number[] | undefined;
  readonly include_realm_default_subscriptions?: boolean | undefined;
  readonly welcome_message_custom_text?: string | null | undefined;
}

/**
 * Throws unless the caller can invite with these terms. Returns the terms to store.
 * https://zulip.com/api/create-invite-link
 */
export async function checkInvitationTerms(
  context: ServiceContext,
  permission: RealmPermission,
  terms: InvitationTerms,
) {
  const { user, service } = context;
  if (user.is_bot) throw badRequest('This endpoint does not accept bot requests.');
  const permissions = await loadPermissions(context, user);
  if (!permissions.realmHas(permission)) {
    throw badRequest('Insufficient permission to invite others to this organization.');
  }
  const invited_as = terms.invite_as ?? userRole.member;
  checkRole(context, invited_as);
  const text = terms.welcome_message_custom_text ?? null;
  if (text !== null && !isAdministrator(user)) {
    throw badRequest('Only administrators can choose the welcome message.');
  }
  return {
    invited_as,
    stream_ids: await checkChannels(context, permissions, terms.stream_ids ?? []),
    group_ids: await checkGroups(context, permissions, terms.group_ids ?? []),
    include_realm_default_subscriptions: terms.include_realm_default_subscriptions ?? false,
    welcome_message_custom_text: text,
    minutes:
      terms.invite_expires_in_minutes === undefined
        ? service.server.invitationMinutes
        : terms.invite_expires_in_minutes,
  };
}

/** No one can give a role above their own, and only administrators can give roles above member. */
function checkRole({ user }: Pick<ServiceContext, 'user'>, invited_as: number): void {
  if (canInviteAs(user, invited_as)) return;
  if (invited_as === userRole.owner) {
    throw new ServiceFailure('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner');
  }
  throw badRequest('Must be an organization administrator');
}

/** Throws 400 unless the caller can add people to all of these. */
async function checkChannels(
  context: ServiceContext,
  permissions: UserPermissions,
  given: readonly number[],
): Promise<number[]> {
  const ids = unique(given);
  const access = await loadChannelAccess(context, permissions);
  const known = (await loadChannels(context, ids)).filter(isKnownTo(access));
  if (known.length < ids.length) throw badRequest('Invalid channel ID. No invites were sent.');
  if (!known.every(canGive(access))) {
    throw badRequest('You do not have permission to subscribe other users to channels.');
  }
  return ids;
}

async function loadChannels(
  { tx, realm }: ServiceContext,
  ids: readonly number[],
): Promise<StreamRow[]> {
  if (ids.length === 0) return [];
  return tx
    .select()
    .from(streams)
    .where(and(eq(streams.realm_id, realm.id), inArray(streams.id, ids.filter(isRowId))));
}

const isKnownTo = (access: ChannelAccess) => (row: StreamRow) =>
  !row.is_archived && access.seesMetadata(row);

/** Anyone can choose default channels. Others need permission to add people to them. */
const canGive = (access: ChannelAccess) => (row: StreamRow) =>
  row.is_default || canAddSubscribers(access.permissions, row, access.subscribed.has(row.id));

async function checkGroups(
  context: ServiceContext,
  permissions: UserPermissions,
  given: readonly number[],
): Promise<number[]> {
  const ids = unique(given);
  const usable = await loadGroups(context, ids);
  if (usable.length < ids.length) throw badRequest('Invalid user group');
  requirePermission(usable.every((group) => canAddGroupMembers(permissions, group)));
  return ids;
}

type GroupRow = typeof userGroups.$inferSelect;

async function loadGroups(
  { tx, realm }: ServiceContext,
  ids: readonly number[],
): Promise<GroupRow[]> {
  if (ids.length === 0) return [];
  return tx
    .select()
    .from(userGroups)
    .where(
      and(
        eq(userGroups.realm_id, realm.id),
        inArray(userGroups.id, ids.filter(isRowId)),
        eq(userGroups.is_system_group, false),
        eq(userGroups.deactivated, false),
      ),
    );
}

/**
 * Whether the inviter, who is the context's user, can still invite with these terms, for both
 * kinds.
 */
export async function canStillInvite(
  context: ServiceContext,
  { email, link_id, invited_as }: Pick<Invitation, 'email' | 'link_id' | 'invited_as'>,
): Promise<boolean> {
  const permissions = await loadPermissions(context, context.user);
  const isByLink = email === null || link_id !== null;
  const permission = isByLink ? 'create_multiuse_invite_group' : 'can_invite_users_group';
  return permissions.realmHas(permission) && canInviteAs(context.user, invited_as);
}

/** The terms that the inviter, who is the context's user, can still give. The rest is left out. */
export async function grantableTerms(
  context: ServiceContext,
  invitation: Invitation,
): Promise<GrantedTerms> {
  const permissions = await loadPermissions(context, context.user);
  const access = await loadChannelAccess(context, permissions);
  const channels = await loadChannels(context, invitation.stream_ids);
  const groups = await loadGroups(context, invitation.group_ids);
  return {
    stream_ids: channels
      .filter(isKnownTo(access))
      .filter(canGive(access))
      .map(({ id }) => id),
    group_ids: groups.filter((group) => canAddGroupMembers(permissions, group)).map(({ id }) => id),
    welcome_message_custom_text: isAdministrator(context.user)
      ? invitation.welcome_message_custom_text
      : null,
  };
}

type GrantedTerms = Pick<Invitation, 'stream_ids' | 'group_ids' | 'welcome_message_custom_text'>;

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}
