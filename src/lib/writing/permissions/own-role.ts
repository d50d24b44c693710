import { isAdministrator, isGuest, isOwner, roleOf } from '../../api/roles';
import type { Account } from '../../client/account/account.svelte';

type RoleSource = Pick<Account, 'state' | 'user' | 'user_id'>;

/** The user's role, from the directory, which events keep current, or else from the state. */
export function ownRole(account: RoleSource): number {
  return roleOf({ role: account.user(account.user_id)?.role ?? account.state?.role });
}

export const isOwnerAccount = (account: RoleSource) => isOwner({ role: ownRole(account) });
export const isAdministratorAccount = (account: RoleSource) =>
  isAdministrator({ role: ownRole(account) });
export const isGuestAccount = (account: RoleSource) => isGuest({ role: ownRole(account) });
