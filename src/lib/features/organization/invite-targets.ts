import type { Channel } from '../../api/channel';
import type { Account } from '../../client/account/account.svelte';
import { canAddSubscribers } from '../../api/permissions/channel';
import { canAddGroupMembers } from '../../api/permissions/group';
import { accountPermissions } from '../../writing/permissions/account-permissions';

type Server = Pick<Account, 'state' | 'user' | 'user_id' | 'channels' | 'subscriptions'>;

/**
 * The channels the user can invite people to: default channels, and those they can add people to.
 * Unknown permissions count as granted. https://zulip.com/api/create-invite-link
 */
export function invitableChannels(account: Server): readonly Channel[] {
  const holder = accountPermissions(account);
  const defaults = new Set((account.state?.realm_default_streams ?? []).map(idOf));
  return [...account.channels.values()].filter(
    (channel) =>
      !channel.is_archived &&
      (defaults.has(channel.stream_id) ||
        canAddSubscribers(holder, channel, account.subscriptions.has(channel.stream_id))),
  );
}

/** The groups the user can add invited people to. */
export function invitableGroups(account: Server) {
  const holder = accountPermissions(account);
  return (account.state?.realm_user_groups ?? []).filter(
    (group) =>
      !group.is_system_group && group.deactivated !== true && canAddGroupMembers(holder, group),
  );
}

/** Servers return whole channels or only their ids. */
function idOf(one: unknown): unknown {
  return typeof one === 'object' && one !== null && 'stream_id' in one ? one.stream_id : one;
}
