import type { User } from '../../api/user';

/** Markdown that calls somebody; with the id, since several may be called so. */
export function mentionOf({ full_name, user_id }: Pick<User, 'full_name' | 'user_id'>): string {
  return `@**${full_name}|${user_id}**`;
}

export function groupMentionOf({ name }: { readonly name: string }): string {
  return `@*${name}*`;
}
