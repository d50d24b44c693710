import * as v from 'valibot';

/** A user's status; parts that aren't set are absent. https://zulip.com/api/get-user-status */
export const userStatusSchema = v.object({
  /**
   * True or absent: the user chose to be invisible, the opposite of the setting `presence_enabled`.
   */
  away: v.optional(v.boolean()),
  status_text: v.optional(v.string()),
  emoji_name: v.optional(v.string()),
  emoji_code: v.optional(v.string()),
  reaction_type: v.optional(v.string()),
});
export type UserStatus = v.InferOutput<typeof userStatusSchema>;
