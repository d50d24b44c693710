import { eq, sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import type { ServiceContext } from '../context';
import { avatars } from '../db/schema/avatars';
import { discardedFiles, uploads } from '../db/schema/files';
import { users } from '../db/schema/users';
import type { UserRow } from '../model';
import { announcePerson } from '../settings/announce';
import { gravatarUrl } from '../users/email';
import { avatarSource } from '../users/wire';
import { pictureEndingOf } from '../storage/picture';
import type { ReceivedFile } from '../storage/receive-file';

type AvatarRow = typeof avatars.$inferSelect;

/** Public URL of the profile picture. */
export function avatarUrlOf({
  realm_id,
  key,
  content_type,
}: Pick<AvatarRow, 'realm_id' | 'key' | 'content_type'>): string {
  return `/user_avatars/${realm_id}/people/${key}.${pictureEndingOf(content_type)}`;
}

/**
 * Sets a user's profile picture, or with null the one made from the email address, and announces it
 * to those who can see them. An animated picture is reduced to its first frame. Returns the new
 * URL, and whether data is left to be removed after the commit.
 */
export async function setAvatar(
  context: ServiceContext,
  user: Pick<UserRow, 'id'>,
  file: ReceivedFile | null,
): Promise<{ readonly avatar_url: string; readonly leavesBytes: boolean }> {
  const { tx, realm } = context;
  const own = eq(users.id, user.id);
  const [before] = await tx.select().from(users).where(own).for('no key update');
  if (before?.avatar_url === null && file === null) {
    return { avatar_url: gravatarUrl(before, context.baseUrl), leavesBytes: false };
  }
  const [old] = await tx.delete(avatars).where(eq(avatars.user_id, user.id)).returning();
  if (old) await discard(context, old.path_id);
  const kept = file && (file.still ?? file);
  if (file?.still) await discard(context, file.path_id);
  const row = file &&
    kept && {
      user_id: user.id,
      realm_id: realm.id,
      key: randomBytes(16).toString('hex'),
      path_id: kept.path_id,
      size: kept.size,
      content_type: file.content_type,
    };
  if (row) {
    await tx.insert(avatars).values(row);
    await tx.delete(uploads).where(eq(uploads.path_id, row.path_id));
  }
  const [after] = await tx
    .update(users)
    .set({
      avatar_url: row ? avatarUrlOf(row) : null,
      avatar_version: sql`${users.avatar_version} + 1`,
    })
    .where(own)
    .returning();
  if (!after) throw new Error('the account vanished');
  const leavesBytes = old !== undefined || file?.still !== undefined;
  return { avatar_url: await announceAvatar(context, after), leavesBytes };
}

/** Announces the URL of a user's profile picture to those who can see them. Returns the URL. */
export async function announceAvatar(context: ServiceContext, user: UserRow): Promise<string> {
  const avatar_url = user.avatar_url ?? gravatarUrl(user, context.baseUrl);
  await announcePerson(context, user, {
    avatar_url,
    avatar_url_medium: user.avatar_url ?? gravatarUrl(user, context.baseUrl, true),
    avatar_source: avatarSource(user),
    avatar_version: user.avatar_version,
  });
  return avatar_url;
}

async function discard({ tx }: ServiceContext, path_id: string): Promise<void> {
  await tx.delete(uploads).where(eq(uploads.path_id, path_id));
  await tx.insert(discardedFiles).values({ path_id }).onConflictDoNothing();
}
