import { Readable } from 'node:stream';
import { and, eq } from 'drizzle-orm';
import { avatarAddress } from '../avatars/avatar';
import { isRowId } from '../db/ids';
import { avatars } from '../db/schema/avatars';
import { customEmoji } from '../db/schema/custom-emoji';
import type { Store } from '../db/store';
import { pictureUrl } from '../emoji/custom';
import type { Log } from '../log';
import type { Files } from '../storage/files';

const base = '/user_avatars/';

/** What lies in the storage behind an address. */
interface Picture {
  readonly path_id: string;
  readonly size: number;
  readonly content_type: string;
}

/** Undefined where there is none at exactly this address. */
type Find = (store: Store, pathname: string) => Promise<Picture | undefined>;

const emojiAddress =
  /^\/user_avatars\/(\d{1,10})\/emoji\/images\/(still\/)?(\d{1,10})\.[a-z]{3,4}$/;
const avatarKey = /^\/user_avatars\/\d{1,10}\/people\/([0-9a-f]{32})\.[a-z]{3,4}$/;

const findEmoji: Find = async ({ db }, pathname) => {
  const [, realm, still, digits] = emojiAddress.exec(pathname) ?? [];
  const [realm_id, id] = [Number(realm), Number(digits)];
  if (!isRowId(realm_id) || !isRowId(id)) return undefined;
  const [row] = await db
    .select()
    .from(customEmoji)
    .where(and(eq(customEmoji.realm_id, realm_id), eq(customEmoji.id, id)));
  const isStill = still !== undefined;
  if (!row || pictureUrl(row, isStill) !== pathname) return undefined;
  const { content_type } = row;
  if (!isStill) return { path_id: row.path_id, size: row.size, content_type };
  const { still_path_id: path_id, still_size: size } = row;
  return path_id !== null && size !== null ? { path_id, size, content_type } : undefined;
};

const findAvatar: Find = async ({ db }, pathname) => {
  const [, key] = avatarKey.exec(pathname) ?? [];
  if (key === undefined) return undefined;
  const [row] = await db.select().from(avatars).where(eq(avatars.key, key));
  return row && avatarAddress(row) === pathname ? row : undefined;
};

/** One for each kind of address. */
const kinds: readonly Find[] = [findEmoji, findAvatar];

export function isPictureAddress(pathname: string): boolean {
  return pathname.startsWith(base);
}

/**
 * Sends the picture of a custom emoji or of a person to anybody: messages show them wherever they are
 * read. What it is was told by its bytes when it came. An address never gets another picture.
 */
export async function servePicture(
  { store, files, log }: { readonly store: Store; readonly files: Files; readonly log: Log },
  request: Request,
  url: URL,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return plain(405, 'Pictures are only read here.', { allow: 'GET, HEAD' });
  }
  const picture = await find(store, url.pathname);
  if (!picture?.size) return missing();
  const { path_id, size, content_type } = picture;
  const headers = new Headers({
    'content-type': content_type,
    'content-disposition': 'inline',
    'content-length': String(size),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  if (request.method === 'HEAD') return new Response(null, { headers });
  const source = await files.storage.read(path_id, { start: 0, end: size - 1 });
  if (source) return new Response(Readable.toWeb(source) as ReadableStream, { headers });
  log.error({ path_id }, 'a picture is not in the storage');
  return missing();
}

async function find(store: Store, pathname: string): Promise<Picture | undefined> {
  for (const of of kinds) {
    const picture = await of(store, pathname);
    if (picture) return picture;
  }
  return undefined;
}

const missing = () => plain(404, 'There is no such picture.');

function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...headers,
    },
  });
}
