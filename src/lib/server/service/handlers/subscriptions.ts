import type * as api from '$lib/api/subscriptions';
import { eq } from 'drizzle-orm';
import { recordChange, type Change } from '../audit/record';
import { bringByName, cannotAccess } from '../channel-changes/bring';
import { findPrincipals } from '../channel-changes/principals';
import type { StreamRow } from '../channels/access';
import { noSuchStream, streamsByName } from '../channels/find';
import { accessStreamMetadata, loadChannelAccess } from '../channels/load';
import { changeOwnSettings } from '../channels/own-settings';
import { mayRemoveSubscribers, removeSubscribers, type Left } from '../channels/unsubscribe';
import type { Context } from '../context';
import { isRowId } from '../db/ids';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import type { Handler } from '../handler';
import { isSubscribed } from '../messages/receivers';
import type { User } from '../model';
import { listVisibleUsers } from '../users/visible';

const unsubscribe: Handler<typeof api.unsubscribe> = async (
  context,
  { subscriptions, principals = [] },
) => {
  const people = principals.length > 0 ? await findPrincipals(context, principals) : [context.user];
  return remove(context, subscriptions, people);
};

const updateSubscriptions: Handler<typeof api.updateSubscriptions> = async (context, params) => {
  const { add = [], delete: leaving = [] } = params;
  if (add.length === 0 && leaving.length === 0) {
    throw badRequest('Nothing to do. Specify at least one of "add" or "delete".');
  }
  const self = [context.user];
  const { unauthorized, subscribed, already_subscribed } = await bringByName(
    context,
    add,
    self,
    {},
  );
  if (unauthorized.length > 0) throw cannotAccess(unauthorized);
  return { subscribed, already_subscribed, ...(await remove(context, leaving, self)) };
};

async function remove(context: Context, names: readonly string[], people: readonly User[]) {
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

/** Of those whom somebody else took out. */
function recordRemoval(context: Context, left: Left): Promise<void> {
  const changes = [...left].flatMap(([{ id }, people]): Change[] => {
    const user_ids = people.filter((person) => !isOwn(context, person)).map((person) => person.id);
    if (user_ids.length === 0) return [];
    return [
      { action: 'channel.subscribers_removed', modified_stream_id: id, before: { user_ids } },
    ];
  });
  return recordChange(context, ...changes);
}

/** Each once. Throws for those that the caller cannot know of, or may not take these people out of. */
async function channelsToLeave(
  context: Context,
  names: readonly string[],
  people: readonly User[],
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
    if (!own && !mayRemoveSubscribers(access, stream)) throw badRequest('Insufficient permission');
  }
  return [...streams];
}

/** Oneself, and the bots that one owns. */
function isOwn({ user }: Context, person: User): boolean {
  return person.id === user.id || (person.is_bot && person.bot_owner_id === user.id);
}

const updateSubscriptionSettings: Handler<typeof api.updateSubscriptionSettings> = async (
  context,
  { subscription_data },
) => {
  await changeOwnSettings(context, subscription_data);
  return {};
};

const updateSubscriptionSetting: Handler<typeof api.updateSubscriptionSetting> = async (
  context,
  change,
) => {
  await changeOwnSettings(context, [change]);
  return {};
};

const getSubscriptionStatus: Handler<typeof api.getSubscriptionStatus> = async (
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
