import type { User } from '../../api/user';
import { searchHref } from '../../client/navigation/conversation-address';

/** URL that lists a user's messages. */
export function personMessagesHref({ email }: Pick<User, 'email'>): string {
  return searchHref(`sender:${email}`);
}
