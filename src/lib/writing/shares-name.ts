import type { User } from '../api/user';

/** Somebody else has the name of this person, in whatever letters: a mention by name may mean either. */
export function sharesName(user_id: number, users: ReadonlyMap<number, User>): boolean {
  const name = users.get(user_id)?.full_name.toLowerCase();
  return [...users.values()].some(
    (other) => other.user_id !== user_id && other.full_name.toLowerCase() === name,
  );
}
