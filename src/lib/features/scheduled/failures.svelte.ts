import { hasOperation } from '../../api/level';
import { getScheduledMessageFailures } from '../../api/scheduled-messages';
import type { Account } from '../../client/account.svelte';
import { useRead } from '../../client/query';
import type { Failure } from './messages/problem-words';

/**
 * Why messages were not sent, asked for while there are such; call it while a component starts. An
 * operation of our own: of other servers it is not asked, and the reason stays unknown.
 */
export function useFailures(account: Account, anyFailed: () => boolean) {
  const failures = useRead(account, getScheduledMessageFailures, () => ({
    params: {},
    enabled: hasOperation(getScheduledMessageFailures, account.state) && anyFailed(),
    retry: false,
  }));
  return (key: string): Failure | undefined =>
    failures.data?.failures.find((one) => String(one.scheduled_message_id) === key);
}
