import { getLocale } from '$lib/paraglide/runtime';
import type { Account } from '../client/account/account.svelte';
import { regionalLocale, type TimeStyle } from './format-time';
import { zoneOf } from './zones';

/** How to show times to an account: in its own zone if set, otherwise in the browser's. */
export function timeStyleOf(account: Pick<Account, 'setting'>): TimeStyle {
  return {
    locale: regionalLocale(getLocale()),
    zone: zoneOf(account.setting('timezone')),
    twentyFour: account.setting('twenty_four_hour_time'),
  };
}
