import { createQuery, QueryClient, type CreateQueryOptions } from '@tanstack/svelte-query';
import type { Operation, ParamsOf, ResultOf } from '../api/define';
import { ApiError, NetworkFailure, ServerFault, type AnyFailure } from '../api/errors';
import { dependsOnLevel } from '../api/level';
import type { Account } from './account.svelte';
import type { Call } from './call';

declare module '@tanstack/svelte-query' {
  interface Register {
    defaultError: AnyFailure;
    queryMeta: OperationMeta;
  }
}

interface OperationMeta extends Record<string, unknown> {
  readonly operation?: Operation;
  readonly params?: Record<string, unknown>;
}

type QueryOf<O extends Operation> = CreateQueryOptions<ResultOf<O>, AnyFailure>;

/** The key is `[operation id, parameters]`; the account's client supplies the call. */
export function queryOf<O extends Operation>(operation: O, params: ParamsOf<O>): QueryOf<O> {
  return {
    queryKey: [operation.id, params],
    meta: { operation: operation as Operation, params: params as Record<string, unknown> },
  };
}

interface Read<O extends Operation> extends Pick<QueryOf<O>, 'retry' | 'staleTime'> {
  readonly enabled?: boolean;
  readonly params: ParamsOf<O>;
}

/**
 * A read that is shown, from the account's cache if it is there; call it while a component starts. An
 * answer stays fresh until there is a new event queue: what no event tells of needs a `staleTime`, or
 * a `refetch` by whoever hears of a change. What decides about a write is read by `account.call`.
 * What servers of another age would be asked otherwise waits until this one's is known.
 */
export function useRead<O extends Operation>(
  account: Pick<Account, 'queryClient' | 'state'>,
  operation: O,
  read: () => Read<O>,
) {
  return createQuery<ResultOf<O>, AnyFailure>(
    () => {
      const { params, enabled = true, ...options } = read();
      const isMeant = account.state !== null || !dependsOnLevel(operation, params);
      return { ...queryOf(operation, params), ...options, enabled: enabled && isMeant };
    },
    () => account.queryClient(createQueryClient),
  );
}

/** One cache for one account; made in a component, never at module scope. */
export function createQueryClient(call: Call): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ meta, signal }) => {
          if (!meta?.operation) throw new Error('A query must be made by queryOf.');
          return call(meta.operation, (meta.params ?? {}) as ParamsOf<Operation>, { signal });
        },
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        retry: (count, failure) => count < 3 && mayRetryRead(failure),
        // Our own connection state knows better than navigator.onLine, which lies on loopback.
        networkMode: 'always',
      },
    },
  });
}

function mayRetryRead(failure: AnyFailure): boolean {
  if (failure instanceof NetworkFailure) return failure.reason !== 'aborted';
  if (failure instanceof ApiError) return failure.code === 'RATE_LIMIT_HIT';
  return failure instanceof ServerFault;
}
