import type { Channel } from '../../api/channel';
import type { Account } from '../../client/account/account.svelte';
import { isInAnyGroup } from '../../writing/permissions/group-permission';
import { isAdministratorAccount } from '../../writing/permissions/own-role';

type Server = Pick<Account, 'state' | 'user' | 'user_id' | 'channels' | 'subscriptions'>;
type StateFields = Readonly<Record<string, unknown>>;

/**
 * The channels the user can invite people to: default channels, and those they can add people to.
 * Unknown permissions count as granted. https://zulip.com/api/create-invite-link
 */
export function invitableChannels(account: Server): readonly Channel[] {
  const state = account.state as StateFields | null;
  const defaults = new Set((account.state?.realm_default_streams ?? []).map(idOf));
  const may = (channel: Channel) => {
    if (channel.is_archived) return false;
    if (defaults.has(channel.stream_id)) return true;
    if (channel.invite_only && !account.subscriptions.has(channel.stream_id)) return false;
    if (isAdministratorAccount(account)) return true;
    const { can_add_subscribers_group, can_administer_channel_group } = channel as Channel &
      StateFields;
    const groups = [can_add_subscribers_group, can_administer_channel_group];
    return isInAnyGroup([state?.['realm_can_add_subscribers_group'], ...groups], account) !== false;
  };
  return [...account.channels.values()].filter(may);
}

/** The groups the user can add invited people to. */
export function invitableGroups(account: Server) {
  const state = account.state as StateFields | null;
  return (account.state?.realm_user_groups ?? []).filter((group) => {
    if (group.is_system_group || group.deactivated === true) return false;
    const { can_add_members_group, can_manage_group } = group as StateFields;
    const groups = [can_add_members_group, can_manage_group];
    return isInAnyGroup([state?.['realm_can_manage_all_groups'], ...groups], account) !== false;
  });
}

/** Servers return whole channels or only their ids. */
function idOf(one: unknown): unknown {
  return typeof one === 'object' && one !== null && 'stream_id' in one ? one.stream_id : one;
}
