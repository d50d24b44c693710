import type { ServiceContext } from '../context';
import type { RealmRow, UserRow } from '../model';
import { loadAdministratorIds } from '../users/administrators';

/**
 * Tells clients of administrators and the inviter to reload the list.
 * https://zulip.com/api/get-events#invites_changed
 */
export async function announceInvites(
  context: Pick<ServiceContext<UserRow | null, RealmRow>, 'tx' | 'realm' | 'emit'>,
  inviter_id: number,
): Promise<void> {
  const audience = [...new Set([...(await loadAdministratorIds(context)), inviter_id])];
  context.emit({ payload: { type: 'invites_changed' }, audience });
}
