import type { Channel } from '../../api/channel';
import { updateStream, type ChannelDetails, type ChannelPermission } from '../../api/channels';
import { hasParameter } from '../../api/feature-level';
import type { Account } from '../../client/account/account.svelte';
import { includesUser, isInAnyGroup } from '../../writing/permissions/group-permission';

type Server = Pick<Account, 'state' | 'user' | 'user_id'>;

function has(account: Server, value: unknown): boolean {
  const { state, user_id } = account;
  const isValue = typeof value === 'number' || (typeof value === 'object' && value !== null);
  if (!isValue || user_id === undefined) return true;
  return includesUser(value as number, user_id, state?.realm_user_groups ?? []);
}

/** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
export function viewerRole(account: Server): number {
  return account.user(account.user_id)?.role ?? account.state?.role ?? 400;
}

/**
 * Whether a channel's settings, permissions and archiving are this person's to change: before channels
 * could say it, administrators alone. What is not known is left to the server, here and below.
 * https://zulip.com/help/configure-who-can-administer-a-channel
 */
export function canAdminister(channel: ChannelDetails, account: Server): boolean {
  if (viewerRole(account) <= 200) return true;
  const name = 'can_administer_channel_group';
  return hasParameter(updateStream, name, account.state) && has(account, channel[name]);
}

/** Whether this person may change who is in the channel. */
export function canChangeSubscribers(
  channel: ChannelDetails,
  how: 'add' | 'remove',
  account: Server,
): boolean {
  if (canAdminister(channel, account)) return true;
  const name: ChannelPermission = `can_${how}_subscribers_group`;
  if (has(account, channel[name])) return true;
  return how === 'add' && isPermittedInRealm(account, name);
}

/**
 * Whether this person can subscribe themselves again once they have left: to a private channel only
 * whom its own settings let in, and that they must be known to. https://zulip.com/help/channel-permissions
 */
export function canResubscribe(
  channel: Channel & Partial<Record<ChannelPermission, unknown>>,
  account: Server,
): boolean {
  if (!channel.invite_only) return true;
  const { can_subscribe_group, can_add_subscribers_group } = channel;
  return isInAnyGroup([can_subscribe_group, can_add_subscribers_group], account) === true;
}

/** Whether this person can read what is written there, as far as the channel itself says. */
export function canReadChannelMessages(
  { stream_id, invite_only, is_web_public }: Channel,
  account: Server & Pick<Account, 'subscriptions'>,
): boolean {
  if (account.subscriptions.has(stream_id) || is_web_public === true) return true;
  return !invite_only && viewerRole(account) < 600;
}

/** By what the wire calls it without `realm_`. The state keeps what it does not know as it came. */
export function realmSettingValue({ state }: Pick<Server, 'state'>, name: string): unknown {
  return (state as Readonly<Record<string, unknown>> | null)?.[`realm_${name}`];
}

/** Whether the organization's permission of this name is this person's. */
export function isPermittedInRealm(account: Server, name: string): boolean {
  return has(
    account,
    (account.state as Readonly<Record<string, unknown>> | null)?.[`realm_${name}`],
  );
}
