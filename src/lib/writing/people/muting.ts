import { muteUser, unmuteUser } from '../../api/muted-users';
import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account/account.svelte';
import { NetworkFailure } from '../../api/errors';
import { errorMessage } from '../../client/calls/error-table';
import { runWhenConfirmed } from '../../client/run-when.svelte';
import type { ToastQueue } from '../../ui/toast-queue.svelte';

export function isMuted({ state }: Pick<Account, 'state'>, user_id: number): boolean {
  return state?.muted_users?.some(({ id }) => id === user_id) ?? false;
}

/** Mutes or unmutes a user and shows a toast with Undo, or with the error. */
export async function setMuted(
  account: Account,
  toasts: ToastQueue,
  muted_user_id: number,
  muted: boolean,
  isUndo = false,
): Promise<void> {
  const name = account.user(muted_user_id)?.full_name ?? m.ui_unknown_person();
  const key = `muted-${muted_user_id}`;
  const tell = () =>
    toasts.show({
      key,
      tone: 'success',
      text: muted ? m.people_muted({ name }) : m.settings_muted_removed({ name }),
      undo: isUndo ? undefined : () => setMuted(account, toasts, muted_user_id, !muted, true),
    });
  try {
    await account.call(muted ? muteUser : unmuteUser, { muted_user_id });
  } catch (failure) {
    toasts.show({ key, tone: 'danger', text: errorMessage(failure) });
    if (!(failure instanceof NetworkFailure)) return;
    // The server may have done it anyway.
    runWhenConfirmed(() => isMuted(account, muted_user_id) === muted, tell);
    return;
  }
  // Applies the change now, because the event with the list can still be on its way.
  const others = (account.state?.muted_users ?? []).filter(({ id }) => id !== muted_user_id);
  const own = { id: muted_user_id, timestamp: Math.floor(Date.now() / 1000) };
  const muted_users = muted ? [...others, own] : others;
  account.assume({ kind: 'muted_users', id: -1, muted_users });
  tell();
}
