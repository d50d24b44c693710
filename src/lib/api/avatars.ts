import * as v from 'valibot';
import { defineOperation } from './define-operation';

/** Where one's picture is now; it may be relative to the server. */
const result = v.object({ avatar_url: v.string() });

/** One's own picture: the one file of a multipart form, at most 5 MiB. */
export const uploadOwnAvatar = defineOperation({
  id: 'uploadOwnAvatar',
  method: 'POST',
  path: '/users/me/avatar',
  params: {},
  access: 'human',
  multipart: 'picture',
  knownFrom: 'servers',
  result,
});

/** Back to the picture that is made from the address. */
export const deleteOwnAvatar = defineOperation({
  id: 'deleteOwnAvatar',
  method: 'DELETE',
  path: '/users/me/avatar',
  params: {},
  access: 'human',
  knownFrom: 'servers',
  result,
});

export const avatarOperations = { uploadOwnAvatar, deleteOwnAvatar };
