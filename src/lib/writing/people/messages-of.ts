import type { User } from '../../api/user';
import { searchHref } from '../../client/conversation-address';

/** Where what somebody has written is listed. */
export function messagesOf({ email }: Pick<User, 'email'>): string {
  return searchHref(`sender:${email}`);
}
