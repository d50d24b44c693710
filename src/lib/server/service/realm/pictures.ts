import type { RealmRow } from '../model';
import type { RealmPictureKind } from '../db/schema/realms';
import { pictureEndingOf } from '../storage/picture';

/** Default image of an organization without its own. */
const ownPicture = '/favicon.svg';

/** Public URL of the image. A new image gets a new URL. */
export function realmPictureUrl({ id, pictures }: RealmRow, kind: RealmPictureKind): string {
  const picture = pictures[kind];
  if (!picture) return ownPicture;
  const { version, content_type } = picture;
  return `/user_avatars/${id}/realm/${kind}-${version}.${pictureEndingOf(content_type)}`;
}

/** The API's letters for an uploaded image, and for the server's default. */
export function realmPictureSource(
  { pictures }: RealmRow,
  kind: RealmPictureKind,
): 'U' | 'D' | 'G' {
  if (pictures[kind]) return 'U';
  return kind === 'icon' ? 'G' : 'D';
}
