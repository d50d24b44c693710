import type * as api from '$lib/api/avatars';
import { setAvatar } from '../avatars/avatar';
import type { Context } from '../context';
import { badRequest } from '../failure';
import { AfterCommit, type Handler } from '../handler';
import { isAdministrator } from '../permissions/roles';
import { realmSetting } from '../realm/settings';

/** Throws 400 where the organization leaves pictures to its administrators. */
function checkMayChange({ user, realm }: Context): void {
  if (realmSetting(realm, 'avatar_changes_disabled') && !isAdministrator(user)) {
    throw badRequest('Avatar changes are disabled in this organization.');
  }
}

/** The picture has been looked into already: `Files.receivePicture`. */
const uploadOwnAvatar: Handler<typeof api.uploadOwnAvatar> = async (context) => {
  const { user, file } = context;
  if (!file) throw badRequest('Send the picture as one file.');
  checkMayChange(context);
  return afterwards(await setAvatar(context, user, file));
};

const deleteOwnAvatar: Handler<typeof api.deleteOwnAvatar> = async (context) => {
  checkMayChange(context);
  return afterwards(await setAvatar(context, context.user, null));
};

function afterwards(avatar_url: string) {
  return new AfterCommit(async ({ files }) => {
    files.removeSoon();
    return { avatar_url };
  });
}

export const avatarHandlers = { uploadOwnAvatar, deleteOwnAvatar };
