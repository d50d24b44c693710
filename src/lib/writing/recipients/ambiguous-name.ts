import { foldCase } from '../../api/fold-case';
import type { User } from '../../api/user';

/** Names that mention many people, so they can't refer to one person. */
export const wildcardMentionNames = ['all', 'everyone', 'channel', 'stream', 'topic'] as const;
const wildcards: ReadonlySet<string> = new Set(wildcardMentionNames);

/**
 * Whether the user's name can mean others: another user has it, in any case, or it is a wildcard
 * mention.
 */
export function hasAmbiguousName(user_id: number, users: ReadonlyMap<number, User>): boolean {
  const user = users.get(user_id);
  if (!user) return false;
  const name = foldCase(user.full_name);
  if (wildcards.has(name)) return true;
  return [...users.values()].some(
    (other) => other.user_id !== user_id && foldCase(other.full_name) === name,
  );
}
