import { Readable } from 'node:stream';
import { customEmoji } from '../db/schema/custom-emoji';
import { attachmentMessages, attachments } from '../db/schema/files';
import type { DatabaseTransaction } from '../db/store';
import { linkedPaths } from '../files/claim';
import { countSpace } from '../files/space';
import { newPathId } from '../storage/file-names';
import type { FileStorage } from '../storage/storage';
import { drawPicture, goatPicture, kettlePicture, mapPlate, ternPicture } from './pictures';

const day = 86_400_000;

/** Files that messages link as `<file:name>`. */
const sampleFiles: readonly {
  readonly name: string;
  readonly owner: string;
  readonly content_type: string;
  readonly daysAgo: number;
  readonly content: () => Buffer;
}[] = [
  {
    name: 'goat.png',
    owner: 'hanna',
    content_type: 'image/png',
    daysAgo: 22,
    content: () => drawPicture(goatPicture, 16),
  },
  {
    name: 'map-12-v2.png',
    owner: 'anneliese',
    content_type: 'image/png',
    daysAgo: 3,
    content: () => mapPlate(true),
  },
  {
    name: 'map-12-v3.png',
    owner: 'anneliese',
    content_type: 'image/png',
    daysAgo: 3,
    content: () => mapPlate(false),
  },
  {
    name: 'captions-41-50.md',
    owner: 'hanna',
    content_type: 'text/markdown',
    daysAgo: 12,
    content: () =>
      Buffer.from(
        '41 Skerryvane. Nobody has landed here twice on purpose.\n44 Little Marl. At low tide it is two.\n47 Isla Cernícalo. The keeper left everything to a goat, and the goat has kept it well.\n',
      ),
  },
  {
    name: 'index-A-K.csv',
    owner: 'beatrix',
    content_type: 'text/csv',
    daysAgo: 2,
    content: () =>
      Buffer.from(
        'entry,pages\n"Cernícalo, Isla","94, 96"\n"goat, keeper’s",96\n"Hundholmen",104\n"lighthouse keeper, patience of","see also goat"\n',
      ),
  },
];

const emoji = [
  { name: 'tern', author: 'ines', rows: ternPicture },
  { name: 'kettle', author: 'wren', rows: kettlePicture },
];

/** Ids needed for owners and files. */
interface Known {
  readonly realm_id: number;
  readonly now: number;
  user(handle: string): number;
}

/** Path ids by file name, and custom emoji by name. */
export interface SampleFileIds {
  readonly paths: ReadonlyMap<string, string>;
  readonly emoji: ReadonlyMap<string, number>;
}

/** A few kilobytes, written before anything links them. */
export async function storeSampleFiles(
  tx: DatabaseTransaction,
  { realm_id, now, user }: Known,
  storage: Pick<FileStorage, 'write'>,
): Promise<SampleFileIds> {
  const paths = new Map<string, string>();
  const keep = async (name: string, bytes: Buffer) => {
    const path_id = newPathId(realm_id, name);
    await storage.write(path_id, Readable.from([bytes]));
    return { path_id, size: bytes.length };
  };
  for (const { name, owner, content_type, daysAgo, content } of sampleFiles) {
    const kept = await keep(name, content());
    paths.set(name, kept.path_id);
    const create_time = new Date(now - daysAgo * day);
    await tx
      .insert(attachments)
      .values({ ...kept, realm_id, owner_id: user(owner), name, content_type, create_time });
    await countSpace(tx, realm_id, kept.size);
  }
  const ids = new Map<string, number>();
  for (const { name, author, rows } of emoji) {
    const kept = await keep(`${name}.png`, drawPicture(rows, 4));
    const [made] = await tx
      .insert(customEmoji)
      .values({ ...kept, realm_id, author_id: user(author), name, content_type: 'image/png' })
      .returning({ id: customEmoji.id });
    ids.set(name, made?.id ?? 0);
  }
  return { paths, emoji: ids };
}

/** Gives those who can read these messages access to the files they link. */
export async function linkSampleFiles(
  tx: DatabaseTransaction,
  messages: readonly { readonly id: number; readonly html: string }[],
): Promise<void> {
  const files = await tx
    .select({ id: attachments.id, path_id: attachments.path_id })
    .from(attachments);
  const ids = new Map(files.map(({ id, path_id }) => [path_id, id]));
  const links = messages.flatMap(({ id: message_id, html }) =>
    linkedPaths(html).flatMap((path) => {
      const attachment_id = ids.get(path);
      return attachment_id === undefined ? [] : [{ attachment_id, message_id }];
    }),
  );
  await tx.insert(attachmentMessages).values(links);
}
