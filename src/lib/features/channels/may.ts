import type { ChannelDetails, ChannelPermission } from '../../api/channels';
import type { Account } from '../../client/account.svelte';
import { includesUser } from '../../writing/permission';

type Server = Pick<Account, 'state' | 'user' | 'user_id'>;

function has(account: Server, value: unknown): boolean {
  const { state, user_id } = account;
  const isValue = typeof value === 'number' || (typeof value === 'object' && value !== null);
  if (!isValue || user_id === undefined) return true;
  return includesUser(value as number, user_id, state?.realm_user_groups ?? []);
}

/**
 * Whether a channel's settings, permissions and archiving are this person's to change. What is not
 * known is left to the server, here and below. https://zulip.com/help/configure-who-can-administer-a-channel
 */
export function mayAdminister(channel: ChannelDetails, account: Server): boolean {
  const role = account.user(account.user_id)?.role ?? 400;
  return role <= 200 || has(account, channel.can_administer_channel_group);
}

/** Whether this person may change who is in the channel. */
export function mayChangePeople(
  channel: ChannelDetails,
  how: 'add' | 'remove',
  account: Server,
): boolean {
  if (mayAdminister(channel, account)) return true;
  const name: ChannelPermission = `can_${how}_subscribers_group`;
  if (has(account, channel[name])) return true;
  const { state } = account;
  return (
    how === 'add' &&
    has(account, (state as Readonly<Record<string, unknown>> | null)?.[`realm_${name}`])
  );
}
