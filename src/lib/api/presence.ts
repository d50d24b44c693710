import * as v from 'valibot';
import { defineOperation, inPath, json, optional, text } from './define-operation';
import { integer, shortText } from './value-schemas';

/** UNIX seconds; absent if it never happened. */
const modernPresence = v.object({
  active_timestamp: v.optional(v.number()),
  idle_timestamp: v.optional(v.number()),
});
const legacyPresence = v.object({
  client: v.optional(v.string()),
  status: v.string(),
  /** UNIX seconds. */
  timestamp: v.number(),
  pushable: v.optional(v.boolean()),
});
const byClient = v.record(v.string(), legacyPresence);

/** By user id; in the older format, by email address and client. */
export const presencesSchema = v.record(v.string(), v.union([byClient, modernPresence]));

/** How many days of presence servers send by default. */
export const defaultPresenceDays = 14;

/**
 * Marks the caller as present and returns the presence of others. Without `last_update_id` and
 * `slim_presence`, returns the older format with everyone. https://zulip.com/api/update-presence
 */
export const updatePresence = defineOperation({
  id: 'updatePresence',
  route: 'POST /users/me/presence',
  params: {
    status: text(v.picklist(['active', 'idle'])),
    /**
     * The `presence_last_update_id` of the previous reply, to only get newer changes; -1 at first.
     */
    last_update_id: optional(json(integer, { since: 263 })),
    history_limit_days: optional(json(v.pipe(integer, v.minValue(0)), { since: 288 })),
    new_user_input: optional(json(v.boolean())),
    ping_only: optional(json(v.boolean())),
    slim_presence: optional(json(v.boolean())),
  },
  access: 'human',
  result: v.object({
    presence_last_update_id: v.optional(v.number()),
    server_timestamp: v.optional(v.number()),
    presences: v.optional(presencesSchema),
  }),
});

/** By id or email address. https://zulip.com/api/get-user-presence */
export const getUserPresence = defineOperation({
  id: 'getUserPresence',
  route: 'GET /users/{user_id_or_email}/presence',
  params: { user_id_or_email: inPath(shortText) },
  result: v.object({ presence: byClient }),
});

/** https://zulip.com/api/get-presence */
export const getPresence = defineOperation({
  id: 'getPresence',
  route: 'GET /realm/presence',
  result: v.object({ server_timestamp: v.number(), presences: v.record(v.string(), byClient) }),
});
