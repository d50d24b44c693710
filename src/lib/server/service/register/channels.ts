import { isGuest } from '$lib/api/roles';
import { eq } from 'drizzle-orm';
import { loadSubscribers } from '../channels/subscribers';
import { selectManyRows } from '../db/many-rows';
import { subscriptions } from '../db/schema/streams';
import type { StateReader, StateScope } from './scope';

/** Subscribed, unsubscribed and never subscribed channels. https://zulip.com/api/register-queue */
async function subscriptionState(scope: StateScope) {
  const { context, options } = scope;
  const access = await scope.access();
  const writer = await scope.writer();
  const subscribersOf = await loadSubscribers(context, options.include_subscribers);
  const { tx, user } = context;
  const own = await selectManyRows(tx, subscriptions, eq(subscriptions.user_id, user.id));
  const ownOf = new Map(own.map((row) => [row.stream_id, row]));
  const nullKnown = scope.has('notification_settings_null');
  const subscribed = [];
  const unsubscribed = [];
  const never_subscribed = [];
  for (const stream of await scope.streams()) {
    const row = ownOf.get(stream.id);
    const keys = subscribersOf(stream.id, access.seesSubscribers(stream));
    if (!row) {
      never_subscribed.push({ ...writer.channel(stream), ...keys });
      continue;
    }
    const channel = { ...writer.subscription(stream, row, nullKnown), ...keys };
    if (row.active) subscribed.push(channel);
    else unsubscribed.push(channel);
  }
  return { subscriptions: subscribed, unsubscribed, never_subscribed };
}

export const channelStates: Readonly<Record<string, StateReader>> = {
  stream: async (scope) => {
    const writer = await scope.writer();
    return { streams: (await scope.streams()).map((stream) => writer.channel(stream)) };
  },
  subscription: subscriptionState,
  default_streams: async (scope) => ({
    realm_default_streams: isGuest(scope.context.user)
      ? []
      : (await scope.streams())
          .filter((stream) => stream.is_default && !stream.is_archived)
          .map(({ id }) => id),
  }),
};
