import { foldCase } from '../../api/fold-case';
import type { User } from '../../api/user';

/** Mentions of many, by which nobody can be meant alone. */
export const wildcardMentionNames = ['all', 'everyone', 'channel', 'stream', 'topic'] as const;
const wildcards: ReadonlySet<string> = new Set(wildcardMentionNames);

/** Somebody else has the name of this person, in any case, or it calls many: it may mean others. */
export function hasAmbiguousName(user_id: number, users: ReadonlyMap<number, User>): boolean {
  const user = users.get(user_id);
  if (!user) return false;
  const name = foldCase(user.full_name);
  if (wildcards.has(name)) return true;
  return [...users.values()].some(
    (other) => other.user_id !== user_id && foldCase(other.full_name) === name,
  );
}
