import type * as api from '$lib/api/realm';
import { eq } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import type { ServiceContext } from '../context';
import { discardedFiles, uploads } from '../db/schema/files';
import { realms, type RealmPicture, type RealmPictureKind } from '../db/schema/realms';
import { badRequest } from '../failure';
import { AfterCommit, type OperationHandler } from '../handler';
import type { RealmRow } from '../model';
import { announceRealmChanges } from '../realm/change';
import { lockRealm } from '../realm/lock';
import { realmPictureSource, realmPictureUrl } from '../realm/pictures';

/** Replaces or removes the image and announces its new URL to everyone. */
async function replacePicture(
  given: ServiceContext,
  kind: RealmPictureKind,
  picture: Omit<RealmPicture, 'version'> | null,
): Promise<RealmRow> {
  const context = await lockRealm(given);
  const { tx, realm } = context;
  const { [kind]: last, ...others } = realm.pictures;
  if (!last && !picture) return realm;
  const version = realm.pictures_version + 1;
  const [after] = await tx
    .update(realms)
    .set({
      pictures: picture ? { ...others, [kind]: { ...picture, version } } : others,
      pictures_version: version,
    })
    .where(eq(realms.id, realm.id))
    .returning();
  if (picture) await tx.delete(uploads).where(eq(uploads.path_id, picture.path_id));
  if (last) {
    await tx.insert(discardedFiles).values({ path_id: last.path_id }).onConflictDoNothing();
  }
  const fields = {
    [`${kind}_url`]: realmPictureUrl(after!, kind),
    [`${kind}_source`]: realmPictureSource(after!, kind),
  };
  await recordAuditedChange(context, {
    action: 'organization.picture_changed',
    before: { [`${kind}_url`]: realmPictureUrl(realm, kind) },
    after: fields,
  });
  announceRealmChanges(context, fields);
  return after!;
}

/** `Files.receivePicture` has already checked it. An animated image is kept whole. */
function received({ file }: ServiceContext): Omit<RealmPicture, 'version'> {
  if (!file) throw badRequest('Send the image as exactly one file.');
  const { path_id, size, content_type } = file;
  return { path_id, size, content_type };
}

const afterwards = <Result>(result: Result) =>
  new AfterCommit<Result>(async ({ files }) => {
    files.removeSoon();
    return result;
  });

const uploadRealmIcon: OperationHandler<typeof api.uploadRealmIcon> = async (context) => {
  const realm = await replacePicture(context, 'icon', received(context));
  return afterwards({ icon_url: realmPictureUrl(realm, 'icon') });
};

const deleteRealmIcon: OperationHandler<typeof api.deleteRealmIcon> = async (context) => {
  const realm = await replacePicture(context, 'icon', null);
  return afterwards({ icon_url: realmPictureUrl(realm, 'icon') });
};

const logo = (night: boolean): RealmPictureKind => (night ? 'night_logo' : 'logo');

const uploadRealmLogo: OperationHandler<typeof api.uploadRealmLogo> = async (
  context,
  { night },
) => {
  await replacePicture(context, logo(night), received(context));
  return afterwards({});
};

const deleteRealmLogo: OperationHandler<typeof api.deleteRealmLogo> = async (
  context,
  { night },
) => {
  await replacePicture(context, logo(night), null);
  return afterwards({});
};

export const realmPictureHandlers = {
  uploadRealmIcon,
  deleteRealmIcon,
  uploadRealmLogo,
  deleteRealmLogo,
};
