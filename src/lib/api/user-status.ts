import * as v from 'valibot';

/** What somebody says of themselves; what is not set is absent. https://zulip.com/api/get-user-status */
export const userStatusSchema = v.object({
  /** True, or absent: invisible by choice, the opposite of the setting `presence_enabled`. */
  away: v.optional(v.boolean()),
  status_text: v.optional(v.string()),
  emoji_name: v.optional(v.string()),
  emoji_code: v.optional(v.string()),
  reaction_type: v.optional(v.string()),
});
export type UserStatus = v.InferOutput<typeof userStatusSchema>;
