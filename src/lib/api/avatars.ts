import * as v from 'valibot';
import { defineOperation } from './define-operation';

/** URL of the user's new profile picture; can be relative to the server. */
const result = v.object({ avatar_url: v.string() });

/**
 * Sets the caller's profile picture. The request is a multipart form with exactly one file of at
 * most 5 MiB.
 */
export const uploadOwnAvatar = defineOperation({
  id: 'uploadOwnAvatar',
  route: 'POST /users/me/avatar',
  access: 'human',
  multipart: 'picture',
  knownFrom: 'servers',
  result,
});

/** Goes back to the picture generated from the email address. */
export const deleteOwnAvatar = defineOperation({
  id: 'deleteOwnAvatar',
  route: 'DELETE /users/me/avatar',
  access: 'human',
  knownFrom: 'servers',
  result,
});
