/** The facts about a message that decide whether it stays on the device. */
export interface EvictionCandidate {
  readonly id: number;
  /** Its conversation's key. */
  readonly key: string;
  readonly isUnread: boolean;
  readonly isStarred: boolean;
}

/** Maximum numbers of messages to keep for reading offline; `ofEach` is per conversation. */
export const maxOffline = { unread: 2000, starred: 500, ofEach: 50, all: 6000 };

/**
 * Ids to evict: everything except the newest unread and starred messages and the newest of each
 * conversation. Those of recently opened conversations stay longest.
 */
export function messagesToEvict(
  messages: readonly EvictionCandidate[],
  opened: ReadonlySet<string>,
  bounds: typeof maxOffline = maxOffline,
): readonly number[] {
  const counts = new Map<string, number>();
  let [unread, starred] = [0, 0];
  const ranked = messages
    .toSorted((a, b) => b.id - a.id)
    .map(({ id, key, isUnread, isStarred }) => {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      const isNew = count <= bounds.ofEach;
      if (isUnread && ++unread <= bounds.unread) return { id, rank: 0 };
      if (isNew && opened.has(key)) return { id, rank: 1 };
      if (isStarred && ++starred <= bounds.starred) return { id, rank: 2 };
      return { id, rank: isNew ? 3 : 4 };
    })
    .sort((a, b) => a.rank - b.rank);
  return ranked.flatMap(({ id, rank }, at) => (rank === 4 || at >= bounds.all ? id : []));
}
