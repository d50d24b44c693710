import { untrack } from 'svelte';
import type { Account } from '../../../client/account.svelte';
import type { AccountRooms } from '../../../client/rooms.svelte';
import type { Toasts } from '../../../ui/toasts.svelte';
import { seriesOf } from './desk.svelte';

/**
 * Tops up the account's series: now, when messages have gone out, and whenever there is a connection
 * again. The result stops it.
 */
export function topUpSeries(rooms: AccountRooms, account: Account, toasts: Toasts): () => void {
  const desk = seriesOf(rooms, account, toasts);
  const stops = [
    account.onState(() => void desk.topUp()),
    account.onEvent(({ kind }) => {
      if (kind === 'scheduled_messages/remove') void desk.topUp();
    }),
    $effect.root(() => {
      $effect(() => {
        if (account.connection.kind === 'online') untrack(() => void desk.topUp());
      });
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
