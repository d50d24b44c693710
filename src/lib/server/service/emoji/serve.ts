import { Readable } from 'node:stream';
import { and, eq } from 'drizzle-orm';
import { isRowId } from '../db/ids';
import { customEmoji } from '../db/schema/custom-emoji';
import type { Store } from '../db/store';
import type { Log } from '../log';
import type { Files } from '../storage/files';
import { pictureUrl } from './custom';

const base = '/user_avatars/';
const address = /^\/user_avatars\/(\d{1,10})\/emoji\/images\/(still\/)?(\d{1,10})\.[a-z]{3,4}$/;

export function isPictureAddress(pathname: string): boolean {
  return pathname.startsWith(base);
}

/**
 * Sends the picture of a custom emoji to anybody: messages show it wherever they are read. What it
 * is was told by its bytes when it came. An address never gets another picture.
 */
export async function servePicture(
  { store, files, log }: { readonly store: Store; readonly files: Files; readonly log: Log },
  request: Request,
  url: URL,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return plain(405, 'Pictures are only read here.', { allow: 'GET, HEAD' });
  }
  const [, realm_id, still, id] = address.exec(url.pathname) ?? [];
  const isStill = still !== undefined;
  const row = isRowId(Number(id)) ? await find(store, Number(realm_id), Number(id)) : undefined;
  const path_id = isStill ? row?.still_path_id : row?.path_id;
  const size = isStill ? row?.still_size : row?.size;
  if (!row || !path_id || !size || pictureUrl(row, isStill) !== url.pathname) return missing();
  const headers = new Headers({
    'content-type': row.content_type,
    'content-disposition': 'inline',
    'content-length': String(size),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  if (request.method === 'HEAD') return new Response(null, { headers });
  const source = await files.storage.read(path_id, { start: 0, end: size - 1 });
  if (source) return new Response(Readable.toWeb(source) as ReadableStream, { headers });
  log.error({ emoji: row.id }, 'a picture is not in the storage');
  return missing();
}

async function find({ db }: Store, realm_id: number, id: number) {
  if (!isRowId(realm_id)) return undefined;
  const [row] = await db
    .select()
    .from(customEmoji)
    .where(and(eq(customEmoji.realm_id, realm_id), eq(customEmoji.id, id)));
  return row;
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
