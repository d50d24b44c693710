/**
 * Emoji that are neither Unicode's nor an administrator's but every organization's own, with the
 * addresses of their pictures, under which clients of this API look for them.
 */
export const extraEmoji: ReadonlyMap<string, string> = new Map([
  ['zulip', '/static/generated/emoji/images/emoji/unicode/zulip.png'],
]);
