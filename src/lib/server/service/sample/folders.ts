import { inArray } from 'drizzle-orm';
import { channelFolders } from '../db/schema/channel-folders';
import { streams } from '../db/schema/streams';
import type { DatabaseTransaction } from '../db/store';
import type { SampleIds } from './sample-ids';

const day = 86_400_000;

export const sampleFolders = [
  {
    name: 'Making books',
    description: 'From manuscript to pallet.',
    channels: [
      'editorial',
      'production',
      'covers and art',
      'proof corrections',
      'e-books and audio 🎧',
      'The Atlas of Small Islands: maps, captions, index',
    ],
  },
  {
    name: 'Out in the world',
    description: 'Shops, readers, other languages.',
    channels: [
      'rights and translations',
      'publicity and sales',
      'website',
      'bookshop events',
      'open shelf',
      'الترجمة العربية',
    ],
  },
  {
    name: 'House',
    description: 'What concerns **everybody**.',
    channels: ['general', 'announcements', 'house style', 'stand-up notes', 'kettle'],
  },
  { name: 'Fairs of old', description: 'Kept for the contacts.', channels: [], is_archived: true },
] as const;

/** In the order of the list. */
export async function insertSampleFolders(
  tx: DatabaseTransaction,
  names: SampleIds,
): Promise<void> {
  const rows = await tx
    .insert(channelFolders)
    .values(
      sampleFolders.map(({ channels: _channels, ...folder }, order) => ({
        ...folder,
        realm_id: names.realm_id,
        rendered_description: names.describe(folder.description),
        order,
        date_created: new Date(names.now - (400 - order) * day),
        creator_id: names.user('ines'),
      })),
    )
    .returning({ id: channelFolders.id });
  for (const [i, { channels }] of sampleFolders.entries()) {
    if (channels.length === 0) continue;
    const ids = channels.map(names.channel);
    await tx
      .update(streams)
      .set({ folder_id: rows[i]?.id ?? null })
      .where(inArray(streams.id, ids));
  }
}
