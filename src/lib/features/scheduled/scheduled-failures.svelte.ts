import { hasOperation } from '../../api/feature-level';
import { getScheduledMessageFailures } from '../../api/scheduled-messages';
import type { Account } from '../../client/account/account.svelte';
import { useRead } from '../../client/account/query';
import type { ScheduledFailure } from './messages/schedule-problem-labels';

/**
 * Why messages weren't sent, fetched while there are failed ones. Call it during component
 * initialization. This is an operation of Inkwell's own server; with other servers the reason stays
 * unknown.
 */
export function useScheduledFailures(account: Account, anyFailed: () => boolean) {
  const failures = useRead(account, getScheduledMessageFailures, () => ({
    params: {},
    enabled: hasOperation(getScheduledMessageFailures, account.state) && anyFailed(),
    retry: false,
  }));
  return (key: string): ScheduledFailure | undefined =>
    failures.data?.failures.find((one) => String(one.scheduled_message_id) === key);
}
