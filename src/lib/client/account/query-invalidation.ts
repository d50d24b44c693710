import { foldCase } from '../../api/fold-case';
import type { ParamsOf, ResultOf } from '../../api/define-operation';
import type { EventKind, EventOf } from '../../api/event-types';
import type { OperationId, OperationTable } from '../../api/operations';

/** The kinds of events that can change the result of a read in the table below. */
export const invalidatingEventKinds = [
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
export function isInvalidatedBy(
  event: InvalidatingEvent,
  read: { readonly id: string; readonly params: object; readonly known: unknown },
): boolean {
  const rule = (invalidatedBy as Readonly<Record<string, AnyRule | undefined>>)[read.id];
  return rule?.(event, read.params, read.known) ?? false;
}

type AnyRule = (event: InvalidatingEvent, params: object, known: unknown) => boolean;
