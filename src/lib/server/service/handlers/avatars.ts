import { canChangeOwnProfile } from '$lib/api/permissions/organization';
import { setAvatar } from '../avatars/avatar';
import type { RequestDetails, ServiceContext } from '../context';
import { badRequest } from '../failure';
import { AfterCommit, type OperationHandlers } from '../handler';
import { realmSettingOf } from '../realm/settings';

/** Throws 400 if the organization lets only administrators change profile pictures. */
function requireCanChange({ user, realm }: ServiceContext): void {
  if (!canChangeOwnProfile(user, realmSettingOf(realm, 'avatar_changes_disabled'))) {
    throw badRequest('Avatar changes are disabled in this organization.');
  }
}

async function change(context: ServiceContext, file: RequestDetails['file']) {
  requireCanChange(context);
  const { avatar_url, leavesBytes } = await setAvatar(context, context.user, file);
  return new AfterCommit(async ({ files }) => {
    if (leavesBytes) files.removeSoon();
    return { avatar_url };
  });
}

export const avatarHandlers = {
  /** `Files.receivePicture` has already checked the image. */
  async uploadOwnAvatar(context) {
    if (!context.request.file) throw badRequest('Send the image as exactly one file.');
    return change(context, context.request.file);
  },

  deleteOwnAvatar: (context) => change(context, null),
} satisfies Partial<OperationHandlers>;
