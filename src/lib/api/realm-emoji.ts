import * as v from 'valibot';

/** One of the organization's own; addresses may be relative to the server. https://zulip.com/api/get-custom-emoji */
export const customEmojiSchema = v.object({
  /** Also the `emoji_code` of its reactions. */
  id: v.string(),
  /** As written between colons. */
  name: v.string(),
  source_url: v.string(),
  /** Its first picture, where it moves. */
  still_url: v.nullish(v.string()),
  /** Still shown where it was used, no longer to be chosen. */
  deactivated: v.boolean(),
  author_id: v.nullish(v.number()),
});
export type CustomEmoji = v.InferOutput<typeof customEmojiSchema>;

/** By id, deactivated ones included. */
export const customEmojiMap = v.record(v.string(), customEmojiSchema);
