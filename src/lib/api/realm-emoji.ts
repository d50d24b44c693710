import * as v from 'valibot';

/**
 * A custom emoji of the organization. Its URLs can be relative to the server.
 * https://zulip.com/api/get-custom-emoji
 */
export const customEmojiSchema = v.object({
  /** Also the `emoji_code` in reactions. */
  id: v.string(),
  /** Written between colons in messages. */
  name: v.string(),
  source_url: v.string(),
  /** First frame of an animated image. */
  still_url: v.nullish(v.string()),
  /** Existing uses are still shown, but it can't be chosen anymore. */
  deactivated: v.boolean(),
  author_id: v.nullish(v.number()),
});
export type CustomEmoji = v.InferOutput<typeof customEmojiSchema>;

/** By id, including deactivated emoji. */
export const customEmojiMap = v.record(v.string(), customEmojiSchema);
