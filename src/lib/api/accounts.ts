import * as v from 'valibot';
import { defineOperation, inPath, json, optional, text } from './define-operation';
import { profileDataSchema } from './profile-fields';
import { userRoles } from './roles';
import { integer, password, textUpTo, userName, shortText } from './value-schemas';

/** The handlers check names: the rules depend on whom the name is for. */
const full_name = text(textUpTo(1000));
const user_id = inPath(integer);
const changes = {
  full_name: optional(full_name),
  role: optional(json(v.picklist(userRoles))),
  profile_data: optional(json(profileDataSchema)),
  new_email: optional(text(userName, { since: 285 })),
};

/** Creates an active member with this password. https://zulip.com/api/create-user */
export const createUser = defineOperation({
  id: 'createUser',
  route: 'POST /users',
  access: 'administrator',
  params: { email: text(userName), password: text(password), full_name },
  result: v.object({ user_id: v.number() }),
});

/** Omitted parameters stay unchanged. https://zulip.com/api/update-user */
export const updateUser = defineOperation({
  id: 'updateUser',
  route: 'PATCH /users/{user_id}',
  params: { user_id, ...changes },
});

/** Finds the user like `getUserByEmail`. https://zulip.com/api/update-user-by-email */
export const updateUserByEmail = defineOperation({
  id: 'updateUserByEmail',
  route: 'PATCH /users/{email}',
  params: { email: inPath(shortText), ...changes },
  since: 313,
});

const maxCommentLength = 2000;

/**
 * Also deactivates the user's bots. Emails the user if a comment is given, even an empty one.
 * https://zulip.com/api/deactivate-user
 */
export const deactivateUser = defineOperation({
  id: 'deactivateUser',
  route: 'DELETE /users/{user_id}',
  params: {
    user_id,
    deactivation_notification_comment: optional(text(textUpTo(maxCommentLength))),
  },
});

/** https://zulip.com/api/reactivate-user */
export const reactivateUser = defineOperation({
  id: 'reactivateUser',
  route: 'POST /users/{user_id}/reactivate',
  params: { user_id },
});

/**
 * Fails with CANNOT_DEACTIVATE_LAST_USER for the last user or owner.
 * https://zulip.com/api/deactivate-own-user
 */
export const deactivateOwnUser = defineOperation({
  id: 'deactivateOwnUser',
  route: 'DELETE /users/me',
  access: 'human',
});
