import { Readable } from 'node:stream';
import { internalRequest } from '../context';
import type { AccountCache, CallerIdentity } from '../users/account-cache';
import { authenticate, authenticateKey } from '../authenticate';
import { ServiceFailure } from '../failure';
import type { ServiceLog } from '../log';
import type { RateLimits } from '../rate-limits';
import { isShownInBrowser } from '../storage/content-type';
import { requireExactLength } from '../storage/exact-length';
import { transact, type TransactionDeps } from '../transact';
import { findAttachment, isWebPublic, readableAttachments } from './access';
import type { AttachmentRow } from './wire';
import { isAdministrator } from '$lib/api/roles';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { realmExports } from '../db/schema/exports';
import type { DrizzleDatabase } from '../db/store';
import type { ByteRange } from '../storage/storage';
import { plainResponse } from '../plain-response';

/**
 * The single range that a request asks for. Null to send the whole file, which is allowed for
 * several ranges and for invalid ones. Source: RFC 9110, section 14.
 */
function readRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.replaceAll(/\s/g, '') ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (!match || (first === '' && last === '')) return null;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  if (start >= size || (first === '' && Number(last) === 0)) return 'unsatisfiable';
  return { start, end };
}

/** Data needed to serve a file or an export. */
type FileToServe = Pick<
  AttachmentRow,
  'id' | 'name' | 'path_id' | 'size' | 'content_type' | 'create_time'
>;

/** A finished export of the organization, only for its administrators. Throws 403 and 404. */
async function findExport(
  db: DrizzleDatabase,
  path_id: string,
  caller: CallerIdentity | null,
): Promise<FileToServe> {
  if (!caller || !isAdministrator(caller.user)) {
    throw new ServiceFailure('BAD_REQUEST', 'Only administrators can get exports.', 403);
  }
  const [row] = await db
    .select()
    .from(realmExports)
    .where(
      and(
        eq(realmExports.realm_id, caller.realm.id),
        eq(realmExports.path_id, path_id),
        isNotNull(realmExports.finished),
        isNull(realmExports.deleted),
      ),
    );
  if (!row) throw new ServiceFailure('BAD_REQUEST', 'No such archive.', 404);
  return {
    ...{ id: row.id, path_id, size: row.size ?? 0, create_time: row.export_time },
    name: path_id.split('/').at(-1)!,
    content_type: 'application/gzip',
  };
}

interface Parts extends TransactionDeps {
  readonly accounts: AccountCache;
  readonly limits: RateLimits;
  readonly log: ServiceLog;
}

const base = '/user_uploads/';
/** Milliseconds to wait for the storage. */
const patience = 30_000;

export function isFileAddress(pathname: string): boolean {
  return pathname.startsWith(base);
}

interface FileToRead {
  readonly row: FileToServe;
  /** Always downloaded, never shown. */
  readonly asDownload: boolean;
  /** The `Cache-Control` header. */
  readonly cache: string;
}

/**
 * Serves a file to those with access: by Basic credentials, `api_key` or a temporary URL, or to
 * anyone if it is web-public. Errors are a line of text, because browsers show them.
 * Source: https://zulip.com/api/get-file-temporary-url.
 */
export async function serveFile(
  parts: Parts,
  request: Request,
  url: URL,
  origin: { readonly address: string },
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return plainResponse(405, 'Files are only read here.', { allow: 'GET, HEAD' });
  }
  try {
    const wanted = await find(parts, request, url, origin.address);
    return await send(parts, request, wanted);
  } catch (error) {
    if (error instanceof ServiceFailure) return plainResponse(error.status, error.message);
    throw error;
  }
}

async function find(
  parts: Parts,
  request: Request,
  url: URL,
  address: string,
): Promise<FileToRead> {
  const [first, ...rest] = decodePath(url.pathname.slice(base.length));
  if (first === 'temporary') {
    const path_id = parts.files.temporary.read(rest[0] ?? '', parts.clock.now());
    if (path_id === null) throw refused(403, 'This address was valid for a minute.');
    const row = await parts.store.transaction((tx) => findAttachment(tx, path_id));
    if (!row) throw missing();
    return { row, asDownload: false, cache: 'private, no-store' };
  }
  const asDownload = first === 'download';
  const path_id = asDownload ? rest.join('/') : [first, ...rest].join('/');
  const caller = await callerOf(parts, request, url).catch(async (error: unknown) => {
    // As for API calls, attempts to guess keys are limited.
    if (error instanceof ServiceFailure) await parts.limits.address(address);
    throw error;
  });
  if (first === 'exports') {
    const row = await findExport(parts.store.db, rest.join('/'), caller);
    return { row, asDownload: true, cache: 'private, no-store' };
  }
  const row = await permitted(parts, path_id, caller);
  return { row, asDownload, cache: 'private, max-age=3600' };
}

async function callerOf(
  { accounts }: Parts,
  request: Request,
  url: URL,
): Promise<CallerIdentity | null> {
  const header = request.headers.get('authorization');
  if (header !== null) return authenticate(accounts, header);
  const api_key = url.searchParams.get('api_key');
  return api_key === null ? null : authenticateKey(accounts, api_key);
}

function permitted(
  parts: Parts,
  path_id: string,
  caller: CallerIdentity | null,
): Promise<AttachmentRow> {
  const none = { user: null, realm: null };
  return transact(
    parts,
    { ...(caller ?? none), request: internalRequest },
    async ({ user, realm, ...context }) => {
      const row = await findAttachment(context.tx, path_id);
      if (!row || (realm && row.realm_id !== realm.id)) throw missing();
      const readable =
        user && realm ? await readableAttachments({ ...context, user, realm }, [path_id]) : [];
      if (readable.length > 0 || (await isWebPublic(context.tx, row))) return row;
      throw refused(403, 'You are not allowed to see this file.');
    },
  );
}

async function send(
  { files, log }: Parts,
  request: Request,
  { row, asDownload, cache }: FileToRead,
): Promise<Response> {
  const etag = `"${row.id.toString(36)}-${row.size.toString(36)}"`;
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'cache-control': cache,
    etag,
    'last-modified': row.create_time.toUTCString(),
    vary: 'Authorization, Cookie',
  });
  const known = request.headers.get('if-none-match')?.split(',') ?? [];
  if (known.some((each) => each.trim() === etag || each.trim() === '*')) {
    return new Response(null, { status: 304, headers });
  }
  const inline = isShownInBrowser(row.content_type) && !asDownload;
  headers.set('content-type', withCharset(row.content_type));
  headers.set('content-disposition', `${inline ? 'inline' : 'attachment'}; ${named(row.name)}`);
  const fresh = request.headers.get('if-range');
  const rangeHeader = fresh === null || fresh === etag ? request.headers.get('range') : null;
  const range = readRange(rangeHeader, row.size);
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${row.size}`);
    return new Response(null, { status: 416, headers });
  }
  if (range) headers.set('content-range', `bytes ${range.start}-${range.end}/${row.size}`);
  const sent = range ?? { start: 0, end: row.size - 1 };
  const length = sent.end - sent.start + 1;
  headers.set('content-length', String(length));
  const status = range ? 206 : 200;
  if (request.method === 'HEAD' || row.size === 0) return new Response(null, { status, headers });
  let source: Readable | null;
  try {
    source = await files.storage.read(row.path_id, sent);
  } catch (error) {
    log.error({ error, attachment: row.id }, 'a file cannot be read');
    throw refused(503, 'This file cannot be read at the moment. Try again later.');
  }
  if (!source) {
    log.error({ attachment: row.id }, 'a file is not in the storage');
    throw missing();
  }
  const body = Readable.toWeb(requireExactLength(source, length, patience));
  return new Response(body as ReadableStream, { status, headers });
}

/** The name in both encodings. Source: RFC 6266, section 4.3, and RFC 8187. */
function named(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${ascii}"; filename*=UTF-8''${exact}`;
}

function withCharset(content_type: string): string {
  return content_type === 'text/plain' ? 'text/plain; charset=utf-8' : content_type;
}

/** A path id never contains anything that decodes to a slash, a parent folder or a null byte. */
function decodePath(path: string): string[] {
  try {
    // An escaped slash counts as a slash, because some clients escape the whole URL.
    const parts = decodeURIComponent(path).split('/');
    if (parts.every((part) => part !== '' && !/^\.{1,2}$|[\\\0]/.test(part))) return parts;
  } catch {
    // An invalid escape sequence means no file.
  }
  throw missing();
}

function missing(): ServiceFailure {
  return refused(404, 'This file does not exist or has been deleted.');
}

function refused(status: number, message: string): ServiceFailure {
  return new ServiceFailure('BAD_REQUEST', message, status);
}
