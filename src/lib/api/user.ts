import * as v from 'valibot';
import { openPicklist } from './open-picklist';
import { userRoles } from './roles';

/**
 * Null for a picture on another site, for example Gravatar: pages don't load any from there.
 * Pictures of a remote server are loaded through ours.
 */
export const avatarUrlSchema = v.pipe(
  v.string(),
  v.transform((url) => (/^https?:/.test(url) ? null : url)),
);

/** A user in the directory. https://zulip.com/api/get-users */
export const userSchema = v.object({
  user_id: v.number(),
  email: v.string(),
  full_name: v.string(),
  /** Null if the caller isn't allowed to see it. */
  delivery_email: v.nullish(v.string()),
  is_active: v.optional(v.boolean(), true),
  is_bot: v.boolean(),
  /** Owner of a bot that a user created. */
  bot_owner_id: v.nullish(v.number()),
  role: v.optional(openPicklist(userRoles)),
  timezone: v.optional(v.string()),
  /** Null: the server has no picture, only Gravatar or another site. Can be relative to the realm. */
  avatar_url: v.nullish(avatarUrlSchema),
});
export type User = v.InferOutput<typeof userSchema>;
