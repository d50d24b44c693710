import { untrack } from 'svelte';
import type { AccountStores } from '../../../client/account/account-stores.svelte';
import { useRecurringMessageActions } from './recurring-message-actions.svelte';

/**
 * Schedules further messages of the account's recurring messages: now, after messages were sent,
 * and whenever the connection returns. Returns a function that stops it.
 */
export function extendRecurrences(stores: AccountStores): () => void {
  const { account } = stores;
  const recurringActions = useRecurringMessageActions(stores);
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
