/**
 * Emoji that are neither Unicode nor custom but exist in every organization, with the URLs where
 * clients of this API expect their images.
 */
export const extraEmoji: ReadonlyMap<string, string> = new Map([
  ['zulip', '/static/generated/emoji/images/emoji/unicode/zulip.png'],
]);
