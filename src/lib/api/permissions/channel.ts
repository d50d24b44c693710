import type { ChannelPermission } from '../channels';
import { isAdministrator, isGuest, isModerator, type RoleHolder } from '../roles';
import { isAnyGranted, type PermissionHolder } from './permission-holder';

/*
 * Rules about channels. https://zulip.com/help/channel-permissions
 * `isSubscribed` means that the holder is in the channel.
 */

interface PrivacyFacts {
  readonly invite_only: boolean;
  readonly is_web_public?: boolean | undefined;
}

interface ChannelFacts extends PrivacyFacts {
  readonly is_archived?: boolean | undefined;
}

/** Whether a user can read the channel without being in it or in any group. */
export function isChannelOpenTo(user: RoleHolder, { invite_only, is_web_public }: PrivacyFacts) {
  return is_web_public === true || (!invite_only && !isGuest(user));
}

/**
 * Permissions that let users read the channel. Who can't read it can't change them, nor its privacy.
 * https://zulip.com/help/channel-permissions#private-channels
 */
export const readingPermissions: ReadonlySet<ChannelPermission> = new Set([
  'can_subscribe_group',
  'can_add_subscribers_group',
]);

/** Whether the user can read the channel's messages, and subscribe themselves unless archived. */
export function canReadChannel<S>(
  holder: PermissionHolder<S>,
  channel: NoInfer<S> & PrivacyFacts,
  isSubscribed: boolean,
): boolean {
  return (
    isSubscribed ||
    isChannelOpenTo(holder, channel) ||
    holder.streamHas(channel, 'can_subscribe_group') === true ||
    holder.streamHas(channel, 'can_add_subscribers_group') === true
  );
}

/** Whether the user can know of the channel and its settings. */
export function canSeeChannel<S>(
  holder: PermissionHolder<S>,
  channel: NoInfer<S> & PrivacyFacts,
  isSubscribed: boolean,
): boolean {
  return canReadChannel(holder, channel, isSubscribed) || canAdministerChannel(holder, channel);
}

/** Guests only see who is in their own channels. */
export function canSeeSubscribers<S>(
  holder: PermissionHolder<S>,
  channel: NoInfer<S> & PrivacyFacts,
  isSubscribed: boolean,
): boolean {
  return isGuest(holder) ? isSubscribed : canSeeChannel(holder, channel, isSubscribed);
}

/**
 * Whether the user can change the channel's settings and archive it. Servers without the permission
 * only allow administrators.
 */
export function canAdministerChannel<S>(holder: PermissionHolder<S>, channel: S): boolean {
  return (
    isAdministrator(holder) || holder.streamHas(channel, 'can_administer_channel_group') === true
  );
}

/** Whether the user can add others to a channel that they can read, or that they create. */
export function canBringOthers<S>(holder: PermissionHolder<S>, channel: S): boolean {
  const granted = isAnyGranted(
    holder.realmHas('can_add_subscribers_group'),
    holder.streamHas(channel, 'can_add_subscribers_group'),
  );
  // Users who could grant themselves the permission don't have to.
  return canAdministerChannel(holder, channel) || (granted ?? !isGuest(holder));
}

export function canAddSubscribers<S>(
  holder: PermissionHolder<S>,
  channel: NoInfer<S> & ChannelFacts,
  isSubscribed: boolean,
): boolean {
  return (
    channel.is_archived !== true &&
    canReadChannel(holder, channel, isSubscribed) &&
    canBringOthers(holder, channel)
  );
}

export function canRemoveSubscribers<S>(holder: PermissionHolder<S>, channel: S): boolean {
  return (
    canAdministerChannel(holder, channel) ||
    (holder.streamHas(channel, 'can_remove_subscribers_group') ?? true)
  );
}

/** Whether the user can subscribe. For someone who leaves: again, with `isSubscribed` false. */
export function canSubscribe<S>(
  holder: PermissionHolder<S>,
  channel: NoInfer<S> & ChannelFacts,
  isSubscribed: boolean,
): boolean {
  return channel.is_archived !== true && canReadChannel(holder, channel, isSubscribed);
}

/** Whether the user is where they have to be to post: inside, unless the channel is open to them. */
export function hasPostingAccess<S>(
  holder: PermissionHolder<S>,
  channel: NoInfer<S> & PrivacyFacts,
  isSubscribed: boolean,
): boolean {
  return channel.invite_only ? isSubscribed : canReadChannel(holder, channel, isSubscribed);
}

interface PostingFacts {
  readonly stream_post_policy?: number | undefined;
}

/** Whether the channel's settings let the user post, wherever they are. */
export function hasPostingPermission<S>(
  holder: PermissionHolder<S>,
  channel: NoInfer<S> & PostingFacts,
): boolean {
  const granted = holder.streamHas(channel, 'can_send_message_group');
  if (granted !== undefined) return granted;
  // TODO(server-333): `can_send_message_group` replaced these numbers.
  if (channel.stream_post_policy === 2) return isAdministrator(holder);
  return channel.stream_post_policy === 4 ? isModerator(holder) : true;
}

export function canPostInChannel<S>(
  holder: PermissionHolder<S>,
  channel: NoInfer<S> & ChannelFacts & PostingFacts,
  isSubscribed: boolean,
): boolean {
  return (
    channel.is_archived !== true &&
    hasPostingAccess(holder, channel, isSubscribed) &&
    hasPostingPermission(holder, channel)
  );
}

export function canCreateChannel(
  holder: PermissionHolder,
  { invite_only, is_web_public }: PrivacyFacts,
): boolean {
  const name = is_web_public
    ? 'can_create_web_public_channel_group'
    : invite_only
      ? 'can_create_private_channel_group'
      : 'can_create_public_channel_group';
  return holder.realmHas(name) ?? !isGuest(holder);
}

export const canSetTopicsPolicy = (holder: PermissionHolder): boolean =>
  holder.realmHas('can_set_topics_policy_group') ?? true;

/** Whether the user can say who deletes a channel's messages. */
export const canSetDeletePolicy = (holder: PermissionHolder): boolean =>
  holder.realmHas('can_set_delete_message_policy_group') ?? true;
