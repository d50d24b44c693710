import type * as api from '$lib/api/subscriptions';
import { canRemoveSubscribers } from '$lib/api/permissions/channel';
import { eq } from 'drizzle-orm';
import { recordAuditedChange, type AuditedChange } from '../audit/record';
import {
  subscribeAndAnnounce,
  inaccessibleChannels,
} from '../channel-changes/subscribe-and-announce';
import { findPrincipals } from '../channel-changes/principals';
import type { StreamRow } from '../channels/access';
import { noSuchStream, streamsByName } from '../channels/find';
import { accessStreamMetadata, loadChannelAccess } from '../channels/load';
import { changeOwnSettings } from '../channels/own-settings';
import { removeSubscribers, type RemovedSubscriptions } from '../channels/unsubscribe';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import type { OperationHandler } from '../handler';
import { isSubscribed } from '../messages/receivers';
import type { UserRow } from '../model';
import { listVisibleUsers } from '../users/visible';

const unsubscribe: OperationHandler<typeof api.unsubscribe> = async (
  context,
  { subscriptions, principals = [] },
) => {
  const people = principals.length > 0 ? await findPrincipals(context, principals) : [context.user];
  return remove(context, subscriptions, people);
};

const updateSubscriptions: OperationHandler<typeof api.updateSubscriptions> = async (
  context,
  params,
) => {
  const { add = [], delete: leaving = [] } = params;
  if (add.length === 0 && leaving.length === 0) {
    throw badRequest('Nothing to do. Specify at least one of "add" or "delete".');
  }
  const self = [context.user];
  const { unauthorized, subscribed, already_subscribed } = await subscribeAndAnnounce(
    context,
    add,
    self,
    {},
  );
  if (unauthorized.length > 0) throw inaccessibleChannels(unauthorized);
  return { subscribed, already_subscribed, ...(await remove(context, leaving, self)) };
};

async function remove(
  context: ServiceContext,
  names: readonly string[],
  people: readonly UserRow[],
) {
  const streams = await channelsToLeave(context, names, people);
  const left = await removeSubscribers(context, people, streams);
  await recordRemoval(context, left);
  const countOf = (stream: StreamRow) => left.get(stream)?.length ?? 0;
  const namesOf = (rows: readonly StreamRow[]) => rows.map(({ name }) => name);
  return {
    removed: namesOf(streams.filter((stream) => countOf(stream) > 0)),
    not_removed: namesOf(streams.filter((stream) => countOf(stream) < people.length)),
  };
}

/** Records in the audit log only people removed by someone else. */
function recordRemoval(context: ServiceContext, left: RemovedSubscriptions): Promise<void> {
  const changes = [...left].flatMap(([{ id }, people]): AuditedChange[] => {
    const user_ids = people.filter((person) => !isOwn(context, person)).map((person) => person.id);
    if (user_ids.length === 0) return [];
    return [
      { action: 'channel.subscribers_removed', modified_stream_id: id, before: { user_ids } },
    ];
  });
  return recordAuditedChange(context, ...changes);
}

/**
 * The distinct channels. Throws for channels that the caller can't see, or can't remove these
 * people from.
 */
async function channelsToLeave(
  context: ServiceContext,
  names: readonly string[],
  people: readonly UserRow[],
): Promise<StreamRow[]> {
  const given = names.map((name) => name.trim());
  const find = await streamsByName(context, given);
  const access = await loadChannelAccess(context);
  const own = people.every((person) => isOwn(context, person));
  const streams = new Set<StreamRow>();
  for (const name of given) {
    const stream = find(name);
    if (!stream || !access.seesMetadata(stream)) throw noSuchStream({ stream: name });
    streams.add(stream);
  }
  for (const stream of streams) {
    if (!own && !canRemoveSubscribers(access.permissions, stream))
      throw badRequest('Insufficient permission');
  }
  return [...streams];
}

/** Whether it is the caller or one of their bots. */
function isOwn({ user }: ServiceContext, person: UserRow): boolean {
  return person.id === user.id || (person.is_bot && person.bot_owner_id === user.id);
}

const updateSubscriptionSettings: OperationHandler<typeof api.updateSubscriptionSettings> = async (
  context,
  { subscription_data },
) => {
  await changeOwnSettings(context, subscription_data);
  return {};
};

const updateSubscriptionSetting: OperationHandler<typeof api.updateSubscriptionSetting> = async (
  context,
  change,
) => {
  await changeOwnSettings(context, [change]);
  return {};
};

const getSubscriptionStatus: OperationHandler<typeof api.getSubscriptionStatus> = async (
  context,
  { user_id, stream_id },
) => {
  const [person] = isRowId(user_id) ? await listVisibleUsers(context, eq(users.id, user_id)) : [];
  if (!person) throw badRequest('No such user');
  const stream = await accessStreamMetadata(context, stream_id);
  const access = await loadChannelAccess(context);
  if (person.id !== context.user.id && !access.seesSubscribers(stream)) {
    throw badRequest('Subscriber data is not available for this channel');
  }
  const is_subscribed = person.is_active && (await isSubscribed(context, person.id, stream.id));
  return { is_subscribed };
};

export const subscriptionHandlers = {
  unsubscribe,
  updateSubscriptions,
  updateSubscriptionSettings,
  updateSubscriptionSetting,
  getSubscriptionStatus,
};
