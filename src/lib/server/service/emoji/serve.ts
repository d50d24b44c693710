import { Readable } from 'node:stream';
import { and, eq } from 'drizzle-orm';
import { avatarUrlOf } from '../avatars/avatar';
import { isRowId } from '../db/ids';
import { avatars } from '../db/schema/avatars';
import { customEmoji } from '../db/schema/custom-emoji';
import { realms, type RealmPictureKind } from '../db/schema/realms';
import type { DatabaseStore } from '../db/store';
import type { ServiceLog } from '../log';
import type { ServiceFiles } from '../storage/files';
import { realmPictureUrl } from '../realm/pictures';
import { customEmojiUrl } from './custom';
import { plainResponse } from '../plain-response';

const base = '/user_avatars/';
const emojiAddress =
  /^\/user_avatars\/(\d{1,10})\/emoji\/images\/(still\/)?(\d{1,10})\.[a-z]{3,4}$/;

export function isPublicPictureAddress(pathname: string): boolean {
  return pathname.startsWith(base);
}

const avatarAddress = /^\/user_avatars\/\d{1,10}\/people\/([0-9a-f]{32})\.[a-z]{3,4}$/;
const realmAddress =
  /^\/user_avatars\/(\d{1,10})\/realm\/(icon|logo|night_logo)-\d{1,10}\.[a-z]{3,4}$/;

/** An image in the storage. */
interface Picture {
  readonly path_id: string;
  readonly size: number;
  readonly content_type: string;
}

/**
 * Serves the image of a custom emoji, a user or the organization to anyone, because messages and
 * the sign-in page show them. The type was detected from its bytes when it was uploaded. A URL
 * never gets another image.
 */
export async function servePublicPicture(
  {
    store,
    files,
    log,
  }: { readonly store: DatabaseStore; readonly files: ServiceFiles; readonly log: ServiceLog },
  request: Request,
  url: URL,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return plainResponse(405, 'Pictures are only read here.', { allow: 'GET, HEAD' });
  }
  const { pathname } = url;
  const picture =
    (await findEmoji(store, pathname)) ??
    (await findAvatar(store, pathname)) ??
    (await findOfRealm(store, pathname));
  if (!picture) return missing();
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

async function findEmoji({ db }: DatabaseStore, pathname: string): Promise<Picture | undefined> {
  const [, realm_id, still, id] = emojiAddress.exec(pathname) ?? [];
  if (!isRowId(Number(realm_id)) || !isRowId(Number(id))) return undefined;
  const [row] = await db
    .select()
    .from(customEmoji)
    .where(and(eq(customEmoji.realm_id, Number(realm_id)), eq(customEmoji.id, Number(id))));
  const isStill = still !== undefined;
  const path_id = isStill ? row?.still_path_id : row?.path_id;
  const size = isStill ? row?.still_size : row?.size;
  if (!row || !path_id || !size || customEmojiUrl(row, isStill) !== pathname) return undefined;
  return { path_id, size, content_type: row.content_type };
}

async function findAvatar({ db }: DatabaseStore, pathname: string): Promise<Picture | undefined> {
  const [, key] = avatarAddress.exec(pathname) ?? [];
  if (key === undefined) return undefined;
  const [row] = await db.select().from(avatars).where(eq(avatars.key, key));
  return row && avatarUrlOf(row) === pathname ? row : undefined;
}

async function findOfRealm({ db }: DatabaseStore, pathname: string): Promise<Picture | undefined> {
  const [, realm_id, kind] = realmAddress.exec(pathname) ?? [];
  if (!isRowId(Number(realm_id))) return undefined;
  const [realm] = await db
    .select()
    .from(realms)
    .where(eq(realms.id, Number(realm_id)));
  const picture = realm?.pictures[kind as RealmPictureKind];
  const isThis = realm && realmPictureUrl(realm, kind as RealmPictureKind) === pathname;
  return isThis ? picture : undefined;
}

const missing = () => plainResponse(404, 'There is no such picture.');
