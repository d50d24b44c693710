import {
  createQuery,
  QueryClient,
  type CreateQueryOptions,
  type Query,
} from '@tanstack/svelte-query';
import type { ApiOperation, ParamsOf, ResultOf } from '../../api/define-operation';
import { ApiError, NetworkFailure, ServerFault, type AnyFailure } from '../../api/errors';
import { dependsOnLevel } from '../../api/feature-level';
import type { Account } from './account.svelte';
import { invalidatingEventKinds, isInvalidatedBy } from './query-invalidation';

declare module '@tanstack/svelte-query' {
  interface Register {
    defaultError: AnyFailure;
    queryMeta: OperationMeta;
  }
}

interface OperationMeta extends Record<string, unknown> {
  readonly operation?: ApiOperation;
  readonly params?: Record<string, unknown>;
}

type QueryOf<O extends ApiOperation> = CreateQueryOptions<ResultOf<O>, AnyFailure>;

/** The key is `[operation id, parameters]`; the account's client makes the call. */
export function queryOf<O extends ApiOperation>(operation: O, params: ParamsOf<O>): QueryOf<O> {
  return {
    queryKey: [operation.id, params],
    meta: { operation: operation as ApiOperation, params: params as Record<string, unknown> },
  };
}

interface Read<O extends ApiOperation> extends Pick<QueryOf<O>, 'retry' | 'staleTime'> {
  readonly enabled?: boolean;
  readonly params: ParamsOf<O>;
}

/**
 * A read for display, from the account's cache if it's there; call it during component
 * initialization. A result stays fresh until an event invalidates it (see `query-invalidation`) or
 * there is a new event queue, so a result that no event covers needs a `staleTime`. To decide about
 * a write, read with `account.call` instead. If the parameters depend on the server's feature
 * level, the read waits until that is known.
 */
export function useRead<O extends ApiOperation>(
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

type Served = Pick<Account, 'call' | 'connection' | 'live' | 'onEvents' | 'onState'>;

/** One cache per account; created in a component, never at module scope. */
export function createQueryClient(account: Served): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ meta, signal }) => {
          if (!meta?.operation) throw new Error('A query must be made by queryOf.');
          return account.call(meta.operation, (meta.params ?? {}) as ParamsOf<ApiOperation>, {
            signal,
          });
        },
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        // Offline, fail immediately and read with the next connection.
        retry: (count, failure) =>
          count < 3 && account.connection.kind !== 'offline' && canRetryRead(failure),
        refetchOnReconnect: true,
        // Our own connection state is more reliable than navigator.onLine, which is wrong on
        // loopback.
        networkMode: 'always',
      },
    },
  });
  // Until the account stops, the client listens for the network coming back.
  client.mount();
  const cache = client.getQueryCache();
  account.onEvents(invalidatingEventKinds, (events) => {
    for (const query of cache.getAll()) {
      const { operation, params = {} } = query.meta ?? {};
      const read = { id: operation?.id ?? '', params, known: query.state.data };
      if (events.some((event) => isInvalidatedBy(event, read))) void readAgain(client, query);
    }
  });
  // The first state is no older than what was read before it. A later state replaces one with gaps.
  let hasGap = account.live;
  account.onState(() => {
    if (hasGap) for (const query of cache.getAll()) void readAgain(client, query);
    hasGap = true;
  });
  return client;
}

const waiting = new WeakSet<Query>();

/**
 * Fetches the query again if it is on screen, else marks it stale. A reply on the way can be older
 * than the event, so this waits for it and then fetches once more: at most two requests, however
 * many events come.
 */
async function readAgain(client: QueryClient, query: Query): Promise<void> {
  if (waiting.has(query)) return;
  waiting.add(query);
  if (query.state.fetchStatus !== 'idle') await query.promise?.catch(() => undefined);
  waiting.delete(query);
  const { queryKey } = query;
  await client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
}

function canRetryRead(failure: AnyFailure): boolean {
  if (failure instanceof NetworkFailure) return failure.reason !== 'aborted';
  if (failure instanceof ApiError) return failure.code === 'RATE_LIMIT_HIT';
  return failure instanceof ServerFault;
}
