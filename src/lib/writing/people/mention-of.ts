import type { User } from '../../api/user';

/** Markdown that mentions a user; includes the id, because names aren't unique. */
export function mentionOf({ full_name, user_id }: Pick<User, 'full_name' | 'user_id'>): string {
  return `@**${full_name}|${user_id}**`;
}

export function groupMentionOf({ name }: { readonly name: string }): string {
  return `@*${name}*`;
}
