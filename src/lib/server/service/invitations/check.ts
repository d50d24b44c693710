import { and, eq, inArray } from 'drizzle-orm';
import { loadChannelAccess } from '../channels/load';
import type { ChannelAccess, StreamRow } from '../channels/access';
import type { Context } from '../context';
import { isRowId } from '../db/ids';
import { userGroups } from '../db/schema/groups';
import { streams } from '../db/schema/streams';
import { badRequest, ServiceFailure } from '../failure';
import { loadPermissions, type Permissions } from '../permissions/load';
import { isAdministrator, role } from '../permissions/roles';
import type { RealmPermission } from '../permissions/table';

/** What invitations of both kinds are made with, as parsed. */
export interface Terms {
  readonly invite_expires_in_minutes?: number | null | undefined;
  readonly invite_as?: number | undefined;
  readonly stream_ids?: readonly number[] | undefined;
  readonly group_ids?: readonly number[] | undefined;
  readonly include_realm_default_subscriptions?: boolean | undefined;
  readonly welcome_message_custom_text?: string | null | undefined;
}

/**
 * Throws unless the caller may invite on these terms. Returns them as they are stored.
 * https://zulip.com/api/create-invite-link
 */
export async function checkTerms(context: Context, permission: RealmPermission, terms: Terms) {
  const { user, server } = context;
  if (user.is_bot) throw badRequest('This endpoint does not accept bot requests.');
  const permissions = await loadPermissions(context, user);
  if (!permissions.realmHas(permission)) {
    throw badRequest('Insufficient permission to invite others to this organization.');
  }
  const invited_as = terms.invite_as ?? role.member;
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
        ? server.invitationMinutes
        : terms.invite_expires_in_minutes,
  };
}

/** Nobody gives a role above their own, and what is above a member only administrators give. */
export function checkRole({ user }: Pick<Context, 'user'>, invited_as: number): void {
  if (invited_as === role.owner && user.role !== role.owner) {
    throw new ServiceFailure('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner');
  }
  if (invited_as < role.member && !isAdministrator(user)) {
    throw badRequest('Must be an organization administrator');
  }
}

/** Default channels are for anyone to name, others for who may bring people into them. */
async function checkChannels(
  context: Context,
  permissions: Permissions,
  given: readonly number[],
): Promise<number[]> {
  if (given.length === 0) return [];
  const ids = unique(given);
  const { tx, realm } = context;
  const rows = await tx
    .select()
    .from(streams)
    .where(and(eq(streams.realm_id, realm.id), inArray(streams.id, ids.filter(isRowId))));
  const access = await loadChannelAccess(context, permissions);
  const known = rows.filter((row) => !row.is_archived && access.seesMetadata(row));
  if (known.length < ids.length) throw badRequest('Invalid channel ID. No invites were sent.');
  if (known.some((row) => !row.is_default && !mayBringInto(access, row))) {
    throw badRequest('You do not have permission to subscribe other users to channels.');
  }
  return ids;
}

function mayBringInto(access: ChannelAccess, row: StreamRow): boolean {
  if (!access.seesContent(row)) return false;
  return (
    isAdministrator(access.user) ||
    access.permissions.realmHas('can_add_subscribers_group') ||
    access.permissions.streamHas(row, 'can_add_subscribers_group') ||
    access.permissions.streamHas(row, 'can_administer_channel_group')
  );
}

async function checkGroups(
  context: Context,
  permissions: Permissions,
  given: readonly number[],
): Promise<number[]> {
  if (given.length === 0) return [];
  const ids = unique(given);
  const { tx, realm } = context;
  const rows = await tx
    .select()
    .from(userGroups)
    .where(and(eq(userGroups.realm_id, realm.id), inArray(userGroups.id, ids.filter(isRowId))));
  const usable = rows.filter((row) => !row.is_system_group && !row.deactivated);
  if (usable.length < ids.length) throw badRequest('Invalid user group');
  const mayAll = permissions.realmHas('can_manage_all_groups');
  const mayAdd = ({ settings, creator_id }: (typeof rows)[number]) => {
    const creator = { direct_members: creator_id === null ? [] : [creator_id] };
    return (['can_add_members_group', 'can_manage_group'] as const).some((name) =>
      permissions.includes(settings[name] ?? { ...creator, direct_subgroups: [] }),
    );
  };
  if (!mayAll && !usable.every(mayAdd)) throw badRequest('Insufficient permission');
  return ids;
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}
