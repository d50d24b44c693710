import * as v from 'valibot';
import { requestedChannels } from './channels';
import { defineOperation, inPath, json, optional, text } from './define-operation';
import { integer, list, maxIdsPerCall, shortText } from './value-schemas';

const maxChannelsPerCall = 1000;

const names = list(shortText, maxChannelsPerCall);
/** People and bots, all by id or all by email address; the caller if omitted. */
export const principals = optional(
  json(v.union([list(integer, maxIdsPerCall), list(shortText, maxIdsPerCall)])),
);

/** Channel names. A channel is in both lists if only some of the people were subscribed. */
const leaving = { removed: v.array(v.string()), not_removed: v.array(v.string()) };

/**
 * Fails with STREAM_DOES_NOT_EXIST for unknown and for hidden channels. Removing anyone
 * but the caller and their own bots requires an administrator or permission in the channel.
 * https://zulip.com/api/unsubscribe
 */
export const unsubscribe = defineOperation({
  id: 'unsubscribe',
  route: 'DELETE /users/me/subscriptions',
  params: { subscriptions: json(names), principals },
  result: v.object(leaving),
});

/**
 * Changes the caller's subscriptions; creates channels that don't exist.
 * https://zulip.com/api/update-subscriptions
 */
export const updateSubscriptions = defineOperation({
  id: 'updateSubscriptions',
  route: 'PATCH /users/me/subscriptions',
  params: { add: optional(json(requestedChannels)), delete: optional(json(names)) },
  result: v.object({
    subscribed: v.record(v.string(), v.array(v.string())),
    already_subscribed: v.record(v.string(), v.array(v.string())),
    ...leaving,
  }),
});

/** A subscriber's own settings of a channel; `in_home_view` is the opposite of `is_muted`. */
export const subscriptionProperties = [
  'color',
  'is_muted',
  'in_home_view',
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const;
export type SubscriptionProperty = (typeof subscriptionProperties)[number];

const property = v.picklist(subscriptionProperties);
/** `color` is `#rgb` or `#rrggbb`; all others are boolean. */
const value = v.union([v.boolean(), shortText]);

/** Saves all of the changes or none. https://zulip.com/api/update-subscription-settings */
export const updateSubscriptionSettings = defineOperation({
  id: 'updateSubscriptionSettings',
  route: 'POST /users/me/subscriptions/properties',
  params: {
    subscription_data: json(list(v.object({ stream_id: integer, property, value }), maxIdsPerCall)),
  },
});

/** Changes one setting of one channel; older than `updateSubscriptionSettings`. */
export const updateSubscriptionSetting = defineOperation({
  id: 'updateSubscriptionSetting',
  route: 'PATCH /users/me/subscriptions/{stream_id}',
  params: { stream_id: inPath(integer), property: text(property), value: json(value) },
  knownFrom: 'servers',
});

/** Whether a user is subscribed to a channel. https://zulip.com/api/get-subscription-status */
export const getSubscriptionStatus = defineOperation({
  id: 'getSubscriptionStatus',
  route: 'GET /users/{user_id}/subscriptions/{stream_id}',
  params: { user_id: inPath(integer), stream_id: inPath(integer) },
  result: v.object({ is_subscribed: v.boolean() }),
});
