import * as v from 'valibot';
import { customEmojiMap } from './realm-emoji';
import { defineOperation, inPath } from './define-operation';
import { shortText } from './value-schemas';

const emoji_name = inPath(shortText);

/** https://zulip.com/api/get-custom-emoji */
export const getCustomEmoji = defineOperation({
  id: 'getCustomEmoji',
  route: 'GET /realm/emoji',
  result: v.object({ emoji: customEmojiMap }),
});

/**
 * The request is a multipart form with exactly one image of at most 5 MiB.
 * https://zulip.com/api/upload-custom-emoji
 */
export const uploadCustomEmoji = defineOperation({
  id: 'uploadCustomEmoji',
  route: 'POST /realm/emoji/{emoji_name}',
  params: { emoji_name },
  multipart: 'picture',
});

/**
 * Only for the user who added it and administrators. https://zulip.com/api/deactivate-custom-emoji
 */
export const deactivateCustomEmoji = defineOperation({
  id: 'deactivateCustomEmoji',
  route: 'DELETE /realm/emoji/{emoji_name}',
  params: { emoji_name },
});
