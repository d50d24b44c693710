import type { User } from '../../api/user';
import { searchHref } from '../../client/navigation/conversation-address';

/** Where what somebody has written is listed. */
export function personMessagesHref({ email }: Pick<User, 'email'>): string {
  return searchHref(`sender:${email}`);
}
