import {
  MutationCache,
  QueryClient,
  type CreateMutationOptions,
  type CreateQueryOptions,
} from '@tanstack/svelte-query';
import type { Operation, ParamsOf, ResultOf } from '../api/define';
import { ApiError, NetworkFailure, ServerFault, type AnyFailure } from '../api/errors';
import type { Call } from './call';

declare module '@tanstack/svelte-query' {
  interface Register {
    defaultError: AnyFailure;
    queryMeta: OperationMeta;
    mutationMeta: OperationMeta;
  }
}

interface OperationMeta extends Record<string, unknown> {
  readonly operation?: Operation;
  readonly params?: Record<string, unknown>;
}

type QueryOf<O extends Operation> = CreateQueryOptions<ResultOf<O>, AnyFailure>;
type MutationOf<O extends Operation> = CreateMutationOptions<ResultOf<O>, AnyFailure, ParamsOf<O>>;

/**
 * Options for `createQuery(() => queryOf(getStreamTopics, { stream_id }))`. The key is
 * `[operation id, parameters]`; the account's client supplies the call.
 */
export function queryOf<O extends Operation>(operation: O, params: ParamsOf<O>): QueryOf<O> {
  return {
    queryKey: [operation.id, params],
    meta: { operation: operation as Operation, params: params as Record<string, unknown> },
  };
}

/** Options for `createMutation(() => mutationOf(editDraft))`. Reads it declares stale are refetched. */
export function mutationOf<O extends Operation>(operation: O): MutationOf<O> {
  return { mutationKey: [operation.id], meta: { operation: operation as Operation } };
}

/** One cache for one account; made in a component, never at module scope. */
export function createQueryClient(call: Call): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _result, mutation) =>
        invalidateAfter(client, mutation.meta?.operation),
    }),
    defaultOptions: {
      queries: {
        queryFn: ({ meta, signal }) => {
          if (!meta?.operation) throw new Error('A query must be made by queryOf.');
          return call(meta.operation, (meta.params ?? {}) as ParamsOf<Operation>, { signal });
        },
        // Events keep cached answers fresh; a new event queue marks all of them stale.
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        retry: (count, failure) => count < 3 && mayRetryRead(failure),
        // Our own connection state knows better than navigator.onLine, which lies on loopback.
        networkMode: 'always',
      },
      mutations: {
        mutationFn: (variables, { meta }) => {
          const { operation } = (meta ?? {}) as OperationMeta;
          if (!operation) throw new Error('A mutation must be made by mutationOf.');
          return call(operation, variables as ParamsOf<Operation>);
        },
        retry: false,
        networkMode: 'always',
      },
    },
  });
  return client;
}

/** Marks what the operation declares stale. */
function invalidateAfter(client: QueryClient, operation: Operation | undefined) {
  for (const id of operation?.invalidates ?? []) {
    void client.invalidateQueries({ queryKey: [id] });
  }
}

function mayRetryRead(failure: AnyFailure): boolean {
  if (failure instanceof NetworkFailure) return failure.reason !== 'aborted';
  if (failure instanceof ApiError) return failure.code === 'RATE_LIMIT_HIT';
  return failure instanceof ServerFault;
}
