import type { ApiOperation, ParamsOf, ResultOf } from '../../api/define-operation';
import { ApiError, NetworkFailure } from '../../api/errors';
import type { Account } from './account.svelte';
import { createQueryClient, queryOf } from './query';

/** Milliseconds. */
const minute = 60_000;

/**
 * Reads what is only a help: without it all goes on, a little less well. An answer is taken for fresh
 * as long as told. What the server answered instead is thrown again without asking: a refusal as long
 * as the cache keeps it, a fault for a minute. For such a read is wanted again with every key, and
 * servers allow some 200 calls a minute in all.
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
