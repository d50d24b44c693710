import type { UnreadConversation } from './unread-conversations';

/** Number of unread messages to show; `some`: show a dot instead. */
export interface UnreadCount {
  readonly count: number;
  readonly some: boolean;
}

/**
 * Depends on `desktop_icon_count_display`: 1 counts all that isn't muted; 2 counts direct messages,
 * mentions and followed topics; 3 counts only direct messages and mentions. If only other messages
 * are unread, shows a dot. Undefined counts as 1. 4 hides the number on the icon and in the title;
 * elsewhere it counts as 2.
 * https://zulip.com/api/update-settings
 */
export function unreadCount(
  unread: readonly UnreadConversation[],
  display: number | undefined = 1,
): UnreadCount {
  let [count, rest] = [0, 0];
  for (const { ids, mentions, priority: standing } of unread) {
    const isWhole =
      standing === 'direct' ||
      (standing === 'followed' && (display === 2 || display === 4)) ||
      (standing !== 'muted' && display === 1);
    const mine = isWhole ? ids.length : mentions.length;
    count += mine;
    if (standing !== 'muted') rest += ids.length - mine;
  }
  return { count, some: count === 0 && rest > 0 };
}
