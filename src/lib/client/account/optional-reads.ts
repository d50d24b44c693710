import type { ApiOperation, ParamsOf, ResultOf } from '../../api/define-operation';
import { ApiError, NetworkFailure } from '../../api/errors';
import type { Account } from './account.svelte';
import { createQueryClient, queryOf } from './query';

const minute = 60_000;

/**
 * An optional read: if it fails, the page still works with less detail. A reply stays fresh for
 * `fresh` milliseconds. Failures are cached and thrown again without a call: a refusal as long as
 * the cache keeps it, a server fault for a minute. This is because such reads run on every key
 * press, and servers allow only about 200 calls a minute in total.
 */
export async function readOptional<O extends ApiOperation>(
  account: Pick<Account, 'queryClient'>,
  operation: O,
  params: ParamsOf<O>,
  fresh = minute,
): Promise<ResultOf<O>> {
  const client = account.queryClient(createQueryClient);
  const query = queryOf(operation, params);
  const known = client.getQueryState<ResultOf<O>>(query.queryKey);
  const failure = known?.error;
  if (failure) {
    const isRefused = failure instanceof ApiError && failure.status !== 429;
    const isRecent = Date.now() - known.errorUpdatedAt < minute;
    if (isRefused || (isRecent && !(failure instanceof NetworkFailure))) throw failure;
  }
  return client.fetchQuery({ ...query, staleTime: fresh, retry: false });
}
