import type { UnreadConversation } from './unread-conversations';

/** How much waits for the person, wherever that is told; `some`: a dot. */
export interface UnreadCount {
  readonly count: number;
  readonly some: boolean;
}

/**
 * By `desktop_icon_count_display`: 1 counts all but what is muted, 2 what is to oneself and in followed
 * topics, 3 just what is to oneself, each with a dot where only others are unread. Undefined: not told,
 * as 1; 4, which keeps the number from the icon and the title, counts as 2 elsewhere.
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
