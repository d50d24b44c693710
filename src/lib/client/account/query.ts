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
import { foldCase } from '../../api/fold-case';
import type { EventKind, EventOf } from '../../api/event-types';
import type { OperationId, OperationTable } from '../../api/operations';

/** The kinds of events that can change the result of a read in the table below. */
const invalidatingEventKinds = [
  'channel_folder/add',
  'channel_folder/update',
  'channel_folder/reorder',
  'default_streams',
  'delete_message',
  'invites_changed',
  'message',
  'realm_export',
  'realm_user/update',
  'scheduled_messages/update',
  'stream/create',
  'stream/delete',
  'stream/update',
  'subscription/add',
  'subscription/peer_add',
  'subscription/peer_remove',
  'subscription/remove',
  'update_message',
] as const satisfies readonly EventKind[];

type InvalidatingEvent = EventOf<(typeof invalidatingEventKinds)[number]>;

type Table = {
  readonly [Id in OperationId]?: (
    event: InvalidatingEvent,
    params: ParamsOf<OperationTable[Id]>,
    known: ResultOf<OperationTable[Id]> | undefined,
  ) => boolean;
};

const ofLists: ReadonlySet<string> = new Set<InvalidatingEvent['kind']>([
  'stream/create',
  'stream/update',
  'stream/delete',
  'subscription/add',
  'subscription/remove',
  'default_streams',
]);

const ofMembers: ReadonlySet<string> = new Set<InvalidatingEvent['kind']>([
  'subscription/peer_add',
  'subscription/peer_remove',
  'subscription/add',
  'subscription/remove',
]);

const hasChannel = (channels: readonly { readonly stream_id: number }[], stream_id: number) =>
  channels.some((one) => one.stream_id === stream_id);

/** For each read, which events can change its result. */
const invalidatedBy: Table = {
  getStreams: ({ kind }) => ofLists.has(kind),
  getStreamById: (event, { stream_id }) =>
    event.kind === 'subscription/add'
      ? hasChannel(event.subscriptions, stream_id)
      : event.kind === 'stream/update' && event.stream_id === stream_id,
  getChannelFolders: ({ kind }) => kind.startsWith('channel_folder/'),
  getSubscriptions: ({ kind }) => ofMembers.has(kind),
  getSubscribers(event, { stream_id }) {
    switch (event.kind) {
      case 'subscription/peer_add':
      case 'subscription/peer_remove':
        return event.stream_ids.includes(stream_id);
      case 'subscription/add':
      case 'subscription/remove':
        return hasChannel(event.subscriptions, stream_id);
      default:
        return false;
    }
  },
  /** There are no topic events, so use message events. */
  getStreamTopics(event, { stream_id }, known) {
    if (event.kind === 'delete_message') return true;
    if (event.kind === 'update_message') return event.orig_subject !== undefined;
    if (event.kind !== 'message' || event.message.stream_id !== stream_id) return false;
    const newest = known?.topics[0]?.name;
    return newest === undefined || foldCase(newest) !== foldCase(event.message.subject);
  },
  getUser: (event, { user_id }) =>
    event.kind === 'realm_user/update' &&
    event.person.user_id === user_id &&
    'custom_profile_field' in event.person,
  getEmailChanges: (event) =>
    event.kind === 'realm_user/update' && 'delivery_email' in event.person,
  getInvites: ({ kind }) => kind === 'invites_changed',
  getRealmExports: ({ kind }) => kind === 'realm_export',
  /** A message that fails now has a new reason. */
  getScheduledMessageFailures: (event) =>
    event.kind === 'scheduled_messages/update' && event.scheduled_message.failed,
};

/** Whether an event invalidates the known result of a read. */
function isInvalidatedBy(
  event: InvalidatingEvent,
  read: { readonly id: string; readonly params: object; readonly known: unknown },
): boolean {
  const rule = (invalidatedBy as Readonly<Record<string, AnyRule | undefined>>)[read.id];
  return rule?.(event, read.params, read.known) ?? false;
}

type AnyRule = (event: InvalidatingEvent, params: object, known: unknown) => boolean;

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
