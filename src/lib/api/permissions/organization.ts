import type { RealmSettingEditor } from '../realm-settings-table';
import { isAdministrator, isGuest, isOwner, roleOf, userRole, type RoleHolder } from '../roles';
import { isAnyGranted, isOwnId, type PermissionHolder } from './permission-holder';

/** Rules about an organization's people, bots, invitations and emoji. */

export const canCreateBots = (holder: PermissionHolder): boolean =>
  !isGuest(holder) && (holder.realmHas('can_create_bots_group') ?? true);

/** https://zulip.com/help/restrict-bot-creation */
export const canCreateWebhookBots = (holder: PermissionHolder): boolean =>
  !isGuest(holder) &&
  (isAnyGranted(
    holder.realmHas('can_create_bots_group'),
    holder.realmHas('can_create_write_only_bots_group'),
  ) ??
    true);

export const canInviteByEmail = (holder: PermissionHolder): boolean =>
  !isGuest(holder) && (holder.realmHas('can_invite_users_group') ?? true);

export const canCreateInviteLinks = (holder: PermissionHolder): boolean =>
  !isGuest(holder) && (holder.realmHas('create_multiuse_invite_group') ?? true);

/**
 * Whether a user can invite people with this role: none above their own, and those above member
 * only as an administrator. https://zulip.com/api/create-invite-link
 */
export function canInviteAs(inviter: RoleHolder, role: number): boolean {
  if (role === userRole.owner) return isOwner(inviter);
  return role >= userRole.member || isAdministrator(inviter);
}

interface ManagedUser {
  readonly is_bot: boolean;
  readonly bot_owner_id?: number | null | undefined;
}

/** Administrators manage everyone, and users their own bots. */
export function canManageUser(
  caller: RoleHolder & { readonly user_id: number | undefined },
  { is_bot, bot_owner_id }: ManagedUser,
): boolean {
  return isAdministrator(caller) || (is_bot && isOwnId(caller, bot_owner_id));
}

/** Only owners can make, change and deactivate owners. */
export function canActOnRoles(
  caller: RoleHolder,
  ...concerned: readonly (number | undefined)[]
): boolean {
  return isOwner(caller) || !concerned.some((role) => roleOf({ role }) === userRole.owner);
}

/** Whether a user can change another's role. */
export function canChangeRole(caller: RoleHolder, before: number, next = before): boolean {
  return isAdministrator(caller) && canActOnRoles(caller, before, next);
}

/**
 * Whether a user can change a bot, use its key and give it a new one. Guests can't change even their
 * own bots. A bot's key grants the bot's role, so the key of an owner bot is as good as an owner's.
 */
export function canManageBot(
  caller: RoleHolder & { readonly user_id: number | undefined },
  bot: RoleHolder & { readonly bot_owner_id?: number | null | undefined },
): boolean {
  if (isOwnId(caller, bot.bot_owner_id)) return !isGuest(caller);
  return isAdministrator(caller) && canActOnRoles(caller, bot.role);
}

export const canAddEmoji = (holder: PermissionHolder): boolean =>
  holder.realmHas('can_add_custom_emoji_group') ?? !isGuest(holder);

export function canRemoveEmoji(
  caller: RoleHolder & { readonly user_id: number | undefined },
  author_id: number | null | undefined,
): boolean {
  return isAdministrator(caller) || isOwnId(caller, author_id);
}

/** Whether a user can change a setting of the organization that `editor` and higher roles change. */
export const canChangeRealmSetting = (user: RoleHolder, editor: RealmSettingEditor): boolean =>
  editor === 'owner' ? isOwner(user) : isAdministrator(user);

/** Whether a user can change their name, email address or picture, where that can be turned off. */
export function canChangeOwnProfile(user: RoleHolder, isTurnedOff: boolean | undefined): boolean {
  return !isTurnedOff || isAdministrator(user);
}
