import { subscribe } from '../../api/channels';
import type { Channel } from '../../api/channel';
import { unsubscribe } from '../../api/subscriptions';
import { updateUserGroupMembers } from '../../api/user-groups';
import type { User } from '../../api/user';
import type { Account } from '../../client/account/account.svelte';
import { includesUser } from '../../writing/permissions/group-permission';
import { isAdministratorAccount, isGuestAccount } from '../../writing/permissions/own-role';
import { customGroups } from './person-groups';

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
  const fields = state as Readonly<Record<string, unknown>> | null;
  if (isGuestAccount(account)) return [];
  const canChannels =
    isAdministratorAccount(account) ||
    includesMe(account, fields?.['realm_can_add_subscribers_group']);
  const managesAll =
    fields?.['realm_can_manage_all_groups'] !== undefined &&
    includesMe(account, fields['realm_can_manage_all_groups']);
  const channels = canChannels ? [...account.subscriptions.values()] : [];
  return [
    ...channels
      .filter(({ is_archived }) => is_archived !== true)
      .map((channel) => ({
        kind: 'channel' as const,
        id: channel.stream_id,
        name: channel.name,
        channel,
      })),
    ...customGroups(state?.realm_user_groups)
      .filter(
        (group) =>
          !group.members.includes(user_id) &&
          (managesAll ||
            includesMe(account, group['can_add_members_group']) ||
            includesMe(account, group['can_manage_group'])),
      )
      .map(({ id, name }) => ({ kind: 'group' as const, id, name })),
  ];
}

function includesMe({ user_id, state }: Server, value: unknown): boolean {
  const isSetting = typeof value === 'number' || (typeof value === 'object' && value !== null);
  if (!isSetting || user_id === undefined) return true;
  return includesUser(value as number, user_id, state?.realm_user_groups ?? []);
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
  if (how === 'delete') {
    await account.call(unsubscribe, { subscriptions: [target.name], principals });
    return true;
  }
  const subscriptions = [{ name: target.name }];
  const { already_subscribed } = await account.call(subscribe, { subscriptions, principals });
  return Object.keys(already_subscribed).length === 0;
}
