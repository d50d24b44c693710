import type { Channel } from '../../api/channel';
import { updateStream, type ChannelDetails, type ChannelPermission } from '../../api/channels';
import { hasParameter } from '../../api/feature-level';
import type { Account } from '../../client/account/account.svelte';
import { includesUser, isInAnyGroup } from '../../writing/permissions/group-permission';
import { isAdministratorAccount, isGuestAccount } from '../../writing/permissions/own-role';

type Server = Pick<Account, 'state' | 'user' | 'user_id'>;

function has(account: Server, value: unknown): boolean {
  const { state, user_id } = account;
  const isValue = typeof value === 'number' || (typeof value === 'object' && value !== null);
  if (!isValue || user_id === undefined) return true;
  return includesUser(value as number, user_id, state?.realm_user_groups ?? []);
}

/**
 * Whether the user can change a channel's settings and permissions and archive it. Servers without
 * the permission only allow administrators. Here and below, unknown facts count as allowed: the
 * server decides. https://zulip.com/help/configure-who-can-administer-a-channel
 */
export function canAdminister(channel: ChannelDetails, account: Server): boolean {
  if (isAdministratorAccount(account)) return true;
  const name = 'can_administer_channel_group';
  return hasParameter(updateStream, name, account.state) && has(account, channel[name]);
}

/** Whether the user can add or remove subscribers of the channel. */
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
 * Whether the user can subscribe again after leaving: for a private channel, only if the channel's
 * own permissions include the user and are known. https://zulip.com/help/channel-permissions
 */
export function canResubscribe(
  channel: Channel & Partial<Record<ChannelPermission, unknown>>,
  account: Server,
): boolean {
  if (!channel.invite_only) return true;
  const { can_subscribe_group, can_add_subscribers_group } = channel;
  return isInAnyGroup([can_subscribe_group, can_add_subscribers_group], account) === true;
}

/** Whether the user can read the channel's messages, as far as the channel itself says. */
export function canReadChannelMessages(
  { stream_id, invite_only, is_web_public }: Channel,
  account: Server & Pick<Account, 'subscriptions'>,
): boolean {
  if (account.subscriptions.has(stream_id) || is_web_public === true) return true;
  return !invite_only && !isGuestAccount(account);
}

/**
 * An organization setting by its API name without `realm_`. Settings unknown to the client are
 * stored as received.
 */
export function realmSettingValue({ state }: Pick<Server, 'state'>, name: string): unknown {
  return (state as Readonly<Record<string, unknown>> | null)?.[`realm_${name}`];
}

/** Whether the user has the organization's permission of this name. */
export function isPermittedInRealm(account: Server, name: string): boolean {
  return has(
    account,
    (account.state as Readonly<Record<string, unknown>> | null)?.[`realm_${name}`],
  );
}
