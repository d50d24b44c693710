import { eq } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { avatarUrlOf } from '../avatars/avatar';
import { avatars } from '../db/schema/avatars';
import { users } from '../db/schema/users';
import type { DatabaseTransaction } from '../db/store';
import { newPathId } from '../storage/file-names';
import type { FileStorage } from '../storage/storage';
import type { SampleIds } from './sample-ids';
import { drawPicture, goatPicture, kettlePicture, ternPicture } from './pictures';

const lighthouse = [
  '................',
  '.......##.......',
  '......####......',
  'yy...#yyyy#...yy',
  '..yy.#yyyy#.yy..',
  'yy...#yyyy#...yy',
  '......####......',
  '......oooo......',
  '......rrrr......',
  '.....oooooo.....',
  '.....rrrrrr.....',
  '.....oooooo.....',
  '....rrrrrrrr....',
  '....oooooooo....',
  '++##########++++',
  '+++++++++++++++.',
];

const sails = [
  '.......#........',
  '.......##.......',
  '......o#r.......',
  '.....oo#rr......',
  '.....oo#rrr.....',
  '....ooo#rrrr....',
  '...oooo#rrrr....',
  '...oooo#rrrrr...',
  '..ooooo#rrrrrr..',
  '.......#........',
  '.##############.',
  '..############..',
  '...##########...',
  '++++..++++..++++',
  '..++++..++++....',
  '................',
];

/** By handle. The others have initials. */
const pictures = {
  ines: ternPicture,
  hanna: lighthouse,
  tomas: sails,
  oisin: goatPicture,
  wren: kettlePicture,
};

/** Uploaded profile pictures, a few hundred bytes each. */
export async function insertAvatars(
  tx: DatabaseTransaction,
  { realm_id, user }: Pick<SampleIds, 'realm_id' | 'user'>,
  storage: Pick<FileStorage, 'write'>,
): Promise<void> {
  for (const [handle, rows] of Object.entries(pictures)) {
    const bytes = drawPicture(rows, 8);
    const path_id = newPathId(realm_id, `${handle}.png`);
    await storage.write(path_id, Readable.from([bytes]));
    const user_id = user(handle);
    const key = randomBytes(16).toString('hex');
    const row = { user_id, realm_id, key, path_id, size: bytes.length, content_type: 'image/png' };
    await tx.insert(avatars).values(row);
    await tx
      .update(users)
      .set({ avatar_url: avatarUrlOf(row), avatar_version: 2 })
      .where(eq(users.id, user_id));
  }
}
