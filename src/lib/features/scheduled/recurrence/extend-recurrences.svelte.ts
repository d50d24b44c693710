import { untrack } from 'svelte';
import type { Account } from '../../../client/account/account.svelte';
import type { AccountStores } from '../../../client/account/account-stores.svelte';
import type { ToastQueue } from '../../../ui/toast-queue.svelte';
import { recurringMessageActionsOf } from './recurring-message-actions.svelte';

/**
 * Schedules further messages of the account's recurring messages: now, after messages were sent,
 * and whenever the connection returns. Returns a function that stops it.
 */
export function extendRecurrences(
  stores: AccountStores,
  account: Account,
  toasts: ToastQueue,
): () => void {
  const recurringActions = recurringMessageActionsOf(stores, account, toasts);
  const stops = [
    account.onState(() => void recurringActions.extendAll()),
    account.onEvents(['scheduled_messages/remove'], () => void recurringActions.extendAll()),
    $effect.root(() => {
      $effect(() => {
        if (account.connection.kind === 'online') untrack(() => void recurringActions.extendAll());
      });
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
