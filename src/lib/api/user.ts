import * as v from 'valibot';
import { openPicklist } from './open-picklist';

/** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
export const userRoles = [100, 200, 300, 400, 600] as const;

/**
 * Null for one that lies elsewhere, such as Gravatar: pages load none from there, and those of another
 * server come by way of ours.
 */
export const avatarUrlSchema = v.pipe(
  v.string(),
  v.transform((url) => (/^https?:/.test(url) ? null : url)),
);

/** Somebody in the directory. https://zulip.com/api/get-users */
export const userSchema = v.object({
  user_id: v.number(),
  email: v.string(),
  full_name: v.string(),
  /** Null when we may not see it. */
  delivery_email: v.nullish(v.string()),
  is_active: v.optional(v.boolean(), true),
  is_bot: v.boolean(),
  /** Of a bot that somebody has made. */
  bot_owner_id: v.nullish(v.number()),
  role: v.optional(openPicklist(userRoles)),
  timezone: v.optional(v.string()),
  /** Null: compute it from the e-mail address. May be relative to the realm. */
  avatar_url: v.nullish(avatarUrlSchema),
});
export type User = v.InferOutput<typeof userSchema>;
