import type { RealmRow } from '../model';
import type { RealmPictureKind } from '../db/schema/realms';
import { pictureEndingOf } from '../storage/picture';

/** What stands for an organization without pictures of its own. */
const ownPicture = '/favicon.svg';

/** Where anybody can have the picture; a new one has a new address. */
export function realmPictureUrl({ id, pictures }: RealmRow, kind: RealmPictureKind): string {
  const picture = pictures[kind];
  if (!picture) return ownPicture;
  const { version, content_type } = picture;
  return `/user_avatars/${id}/realm/${kind}-${version}.${pictureEndingOf(content_type)}`;
}

/** The wire's letters for one of one's own, and for the server's. */
export function realmPictureSource(
  { pictures }: RealmRow,
  kind: RealmPictureKind,
): 'U' | 'D' | 'G' {
  if (pictures[kind]) return 'U';
  return kind === 'icon' ? 'G' : 'D';
}
