import type { ChannelFolder } from '$lib/api/channel-folders';
import { asc, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { channelFolders } from '../db/schema/channel-folders';
import { unixTime } from '../users/wire';

export type ChannelFolderRow = typeof channelFolders.$inferSelect;

/** https://zulip.com/api/get-channel-folders */
export function wireFolder(row: ChannelFolderRow): ChannelFolder {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    rendered_description: row.rendered_description,
    order: row.order,
    date_created: row.date_created && unixTime(row.date_created),
    creator_id: row.creator_id,
    is_archived: row.is_archived,
  };
}

/** All of the organization's folders in order, including archived ones. */
export function listFolders({ tx, realm }: ServiceContext): Promise<ChannelFolderRow[]> {
  return tx
    .select()
    .from(channelFolders)
    .where(eq(channelFolders.realm_id, realm.id))
    .orderBy(asc(channelFolders.order), asc(channelFolders.id));
}
