import * as v from 'valibot';
import { userRoles } from './roles';
import { userSchema } from './user';
import { defineOperation, inPath, json, optional } from './define-operation';
import { openPicklist } from './open-picklist';
import { integer, list, maxIdsPerCall, shortText } from './value-schemas';

/** By field id; the value of a `users` field is a JSON list of ids. Only present if requested. */
const profile_data = v.optional(
  v.record(
    v.string(),
    v.object({ value: v.nullish(v.string()), rendered_value: v.optional(v.string()) }),
  ),
);

/** https://zulip.com/api/get-own-user */
export const getOwnUser = defineOperation({
  id: 'getOwnUser',
  route: 'GET /users/me',
  result: v.object({
    user_id: v.number(),
    email: v.string(),
    delivery_email: v.optional(v.string()),
    full_name: v.string(),
    avatar_url: v.nullish(v.string()),
    role: v.optional(openPicklist(userRoles)),
    is_bot: v.boolean(),
    timezone: v.optional(v.string()),
    /** ISO 8601. */
    date_joined: v.optional(v.string()),
    profile_data,
  }),
});

const directory = {
  client_gravatar: optional(json(v.boolean())),
  include_custom_profile_fields: optional(json(v.boolean())),
};

/** All people and bots, including deactivated ones. https://zulip.com/api/get-users */
export const getUsers = defineOperation({
  id: 'getUsers',
  route: 'GET /users',
  params: { ...directory, user_ids: optional(json(list(integer, maxIdsPerCall), { since: 384 })) },
  result: v.object({ members: v.array(v.object({ ...userSchema.entries, profile_data })) }),
});

/** https://zulip.com/api/get-user */
export const getUser = defineOperation({
  id: 'getUser',
  route: 'GET /users/{user_id}',
  params: { user_id: inPath(integer), ...directory },
  result: v.object({
    user: v.object({
      ...userSchema.entries,
      profile_data,
      /** ISO 8601. */
      date_joined: v.optional(v.string()),
    }),
  }),
});

/**
 * Finds a user by real address, if the caller can see it, or by `user{id}@{host}`.
 * https://zulip.com/api/get-user-by-email
 */
export const getUserByEmail = defineOperation({
  id: 'getUserByEmail',
  route: 'GET /users/{email}',
  params: { email: inPath(shortText), ...directory },
  result: v.object({ user: userSchema }),
});

/**
 * Generates a new API key for the caller and returns it, so only the gateway and clients with an
 * API key can call it.
 */
export const regenerateApiKey = defineOperation({
  id: 'regenerateApiKey',
  route: 'POST /users/me/api_key/regenerate',
  access: 'human',
  browser: false,
  knownFrom: 'servers',
  result: v.object({ api_key: v.string() }),
});
