import type { Account } from '../../../client/account/account.svelte';
import type { MessageList } from '../list/message-list.svelte';

/** Most people to name. */
const named = 2;

interface UnreadOutsideViewport {
  /** Ids of unread messages above the viewport, oldest first. */
  readonly above: readonly number[];
  /** Number of unread messages below the viewport, and the senders of the first of them. */
  readonly below: number;
  readonly names: readonly string[];
}

/** Unread messages outside the viewport; `visibleRange` is the first and last visible row. */
export function unreadOutsideViewport(
  list: MessageList,
  visibleRange: readonly [first: string, last: string] | undefined,
  account: Account,
): UnreadOutsideViewport {
  if (!visibleRange) return { above: [], below: 0, names: [] };
  const [first, last] = visibleRange.map(Number);
  const below = new Set(list.allUnread.filter((id) => id > last!));
  const names = new Set<string>();
  for (const { id, sender_id, sender_full_name: name } of list.messages) {
    if (names.size >= named) break;
    if (below.has(id)) names.add(account.user(sender_id)?.full_name ?? name);
  }
  return {
    above: list.allUnread.filter((id) => id < first!),
    below: below.size,
    names: [...names],
  };
}
