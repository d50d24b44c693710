import { and, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { channelFolders } from '../db/schema/channel-folders';
import { badRequest } from '../failure';

/** Throws 400 unless the folder is active. It can't be archived until commit. */
export async function requireActiveFolder(
  { tx, realm }: ServiceContext,
  folder_id: number | null,
): Promise<void> {
  if (folder_id === null) return;
  const [folder] = isRowId(folder_id)
    ? await tx
        .select({ is_archived: channelFolders.is_archived })
        .from(channelFolders)
        .where(and(eq(channelFolders.id, folder_id), eq(channelFolders.realm_id, realm.id)))
        .for('share')
    : [];
  if (!folder || folder.is_archived) throw badRequest('Invalid channel folder ID');
}
