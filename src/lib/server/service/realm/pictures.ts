import type { Realm } from '../model';
import type { RealmPictureKind } from '../db/schema/realms';
import { endingOf } from '../storage/picture';

/** What stands for an organization without pictures of its own. */
const ownPicture = '/favicon.svg';

/** Where anybody can have the picture; a new one has a new address. */
export function realmPictureUrl({ id, pictures }: Realm, kind: RealmPictureKind): string {
  const picture = pictures[kind];
  if (!picture) return ownPicture;
  const { version, content_type } = picture;
  return `/user_avatars/${id}/realm/${kind}-${version}.${endingOf(content_type)}`;
}

/** The wire's letters for one of one's own, and for the server's. */
export function realmPictureSource({ pictures }: Realm, kind: RealmPictureKind): 'U' | 'D' | 'G' {
  if (pictures[kind]) return 'U';
  return kind === 'icon' ? 'G' : 'D';
}
