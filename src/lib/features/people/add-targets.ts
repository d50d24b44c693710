import { subscribe } from '../../api/channels';
import type { Channel } from '../../api/channel';
import { unsubscribe } from '../../api/subscriptions';
import { updateUserGroupMembers } from '../../api/user-groups';
import type { User } from '../../api/user';
import type { Account } from '../../client/account/account.svelte';
import { customGroups } from './person-groups';
import { canAddSubscribers } from '../../api/permissions/channel';
import { canAddGroupMembers } from '../../api/permissions/group';
import { accountPermissions } from '../../writing/permissions/account-permissions';

/**
 * Something a person can be added to: a channel the user is subscribed to, or a group the user can
 * add members to.
 */
export type AddTarget =
  | {
      readonly kind: 'channel';
      readonly id: number;
      readonly name: string;
      readonly channel: Channel;
    }
  | { readonly kind: 'group'; readonly id: number; readonly name: string };

type Server = Pick<Account, 'state' | 'user' | 'user_id' | 'subscriptions'>;

/** Unknown permissions count as granted: the server decides. */
export function addTargets({ user_id }: User, account: Server): readonly AddTarget[] {
  const { state } = account;
  const holder = accountPermissions(account);
  const channels = [...account.subscriptions.values()].filter((channel) =>
    canAddSubscribers(holder, channel, true),
  );
  return [
    ...channels.map((channel) => ({
      kind: 'channel' as const,
      id: channel.stream_id,
      name: channel.name,
      channel,
    })),
    ...customGroups(state?.realm_user_groups)
      .filter((group) => !group.members.includes(user_id) && canAddGroupMembers(holder, group))
      .map(({ id, name }) => ({ kind: 'group' as const, id, name })),
  ];
}

/**
 * Adds the person or removes them again. Returns false if they were already in. Throws
 * `AnyFailure`.
 */
export async function changeMembership(
  account: Account,
  target: AddTarget,
  user_id: number,
  how: 'add' | 'delete',
): Promise<boolean> {
  if (target.kind === 'group') {
    await account.call(updateUserGroupMembers, { user_group_id: target.id, [how]: [user_id] });
    return true;
  }
  const principals = [user_id];
  // It can have been renamed since; subscribing to an old name would create a channel.
  const name = account.channels.get(target.id)?.name ?? target.name;
  if (how === 'delete') {
    await account.call(unsubscribe, { subscriptions: [name], principals });
    return true;
  }
  const subscriptions = [{ name }];
  const { already_subscribed } = await account.call(subscribe, { subscriptions, principals });
  return Object.keys(already_subscribed).length === 0;
}
