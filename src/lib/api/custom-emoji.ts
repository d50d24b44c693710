import * as v from 'valibot';
import { defineOperation, inPath } from './define';
import { word } from './values';

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

const emoji_name = inPath(word);

/** https://zulip.com/api/get-custom-emoji */
export const getCustomEmoji = defineOperation({
  id: 'getCustomEmoji',
  method: 'GET',
  path: '/realm/emoji',
  params: {},
  result: v.object({ emoji: customEmojiMap }),
});

/**
 * The picture is the one file of a multipart form, at most 5 MiB.
 * https://zulip.com/api/upload-custom-emoji
 */
export const uploadCustomEmoji = defineOperation({
  id: 'uploadCustomEmoji',
  method: 'POST',
  path: '/realm/emoji/{emoji_name}',
  params: { emoji_name },
  multipart: 'picture',
  result: v.object({}),
});

/** By whoever added it, or an administrator. https://zulip.com/api/deactivate-custom-emoji */
export const deactivateCustomEmoji = defineOperation({
  id: 'deactivateCustomEmoji',
  method: 'DELETE',
  path: '/realm/emoji/{emoji_name}',
  params: { emoji_name },
  result: v.object({}),
});

export const customEmojiOperations = { getCustomEmoji, uploadCustomEmoji, deactivateCustomEmoji };
