import { defineOperation, inPath } from './define-operation';
import { integer } from './value-schemas';

const muted_user_id = inPath(integer);

/** Marks the user's messages as read, existing and future ones. https://zulip.com/api/mute-user */
export const muteUser = defineOperation({
  id: 'muteUser',
  route: 'POST /users/me/muted_users/{muted_user_id}',
  params: { muted_user_id },
});

/** https://zulip.com/api/unmute-user */
export const unmuteUser = defineOperation({
  id: 'unmuteUser',
  route: 'DELETE /users/me/muted_users/{muted_user_id}',
  params: { muted_user_id },
});
