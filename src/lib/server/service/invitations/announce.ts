import type { Context } from '../context';
import type { Realm, User } from '../model';
import { administrators } from '../users/administrators';

/** Tells administrators and the inviter to look at the list again. https://zulip.com/api/get-events#invites_changed */
export async function announceInvites(
  context: Pick<Context<User | null, Realm>, 'tx' | 'realm' | 'emit'>,
  inviter_id: number,
): Promise<void> {
  const audience = [...new Set([...(await administrators(context)), inviter_id])];
  context.emit({ payload: { type: 'invites_changed' }, audience });
}
