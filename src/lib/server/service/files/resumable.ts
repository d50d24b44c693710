import { Readable } from 'node:stream';
import { Metadata, Server, type Upload } from '@tus/server';
import { and, eq } from 'drizzle-orm';
import { authenticate, type Accounts, type Identity } from '../authenticate';
import { uploads } from '../db/schema/files';
import { ServiceFailure } from '../failure';
import type { Log } from '../log';
import { RateLimitHit, type RateLimits } from '../rate-limits';
import { transact, type Workshop } from '../transact';
import { addAttachment } from './attachments';
import { contentTypeOf } from './content-type';
import { linger } from './linger';
import { UploadLocker } from './locker';
import { newPathId, shownName, urlOf } from './names';
import { mebibyte } from './rules';
import { checkQuota } from './space';

/** Answers `/api/v1/tus/…`; `url` is the request's. Never throws. */
export type ResumableUploads = (
  request: Request,
  url: URL,
  origin: { readonly address: string },
) => Promise<Response>;

interface Parts extends Workshop {
  readonly accounts: Accounts;
  readonly limits: RateLimits;
  readonly log: Log;
}

const base = '/api/v1/tus';
const version = '1.0.0';
const methods = ['DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'POST'];

/**
 * Resumable uploads: the protocol is the library's, whose they are, how much they may be and what
 * becomes of them is decided here. A failure is JSON with `message`, not the API's envelope: common
 * uploaders look at the status alone. Sources: https://tus.io/protocols/resumable-upload (1.0.0),
 * https://zulip.com/api/upload-file.
 */
export function resumableUploads(parts: Parts): ResumableUploads {
  const { accounts, files, limits, log, clock, store } = parts;
  /** Who asks, by the request that the library passes on. */
  const callers = new WeakMap<object, Identity>();

  const server = new Server({
    path: base,
    datastore: files.storage.resumable,
    locker: new UploadLocker(store, clock),
    maxSize: files.rules.maxFileMib * mebibyte,
    lockDrainTimeout: 1_000,
    disableTerminationForFinishedUploads: true,
    generateUrl: (request, { id }) => locationOf(request.url, id),
    getFileIdFromRequest: (request) => idIn(new URL(request.url)) ?? undefined,
    namingFunction: (request, metadata) =>
      newPathId(callers.get(request)!.realm.id, nameIn(metadata)),
    onUploadCreate: async (request, upload) => {
      await begin(callers.get(request)!, upload);
      return {};
    },
    onUploadFinish: async (request, upload) => ({
      status_code: 200,
      headers: { 'Content-Type': 'application/json', Location: locationOf(request.url, upload.id) },
      body: JSON.stringify(await finish(callers.get(request)!, upload)),
    }),
    onResponseError(_request, error) {
      if ('status_code' in error) return { status_code: statusOf(error), body: error.body };
      log.error({ error }, 'a resumable upload failed');
      return { status_code: 500, body: 'Internal server error' };
    },
  });

  async function begin({ user, realm }: Identity, { id, size, metadata }: Upload): Promise<void> {
    const now = new Date(clock.now());
    try {
      await store.transaction(async (tx) => {
        await checkQuota(tx, realm.id, size!, files.rules);
        await tx.insert(uploads).values({
          ...{ path_id: id, realm_id: realm.id, user_id: user.id, size: size! },
          ...{ metadata: metadata ?? null, create_time: now, touched: now },
        });
      });
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error;
      // The library takes what it throws itself.
      throw Object.assign(new Error(error.message), { status_code: 413, body: error.message });
    }
  }

  /** The whole file becomes the caller's attachment; asked again, it is the same one. */
  async function finish({ user, realm }: Identity, { id, size, metadata }: Upload) {
    const name = nameIn(metadata);
    const content_type = contentTypeOf(name, metadata?.['filetype']);
    const file = { path_id: id, name, content_type, size: size! };
    return transact(parts, { user, realm, client: '', file }, async (context) => {
      await addAttachment(context, file);
      const now = new Date(clock.now());
      await context.tx
        .update(uploads)
        .set({ completed: now, touched: now })
        .where(eq(uploads.path_id, id));
      return { url: urlOf(id), filename: name };
    });
  }

  /** The final answer may have been lost with the process that owed it. */
  async function finishIfWhole(caller: Identity, id: string, headers: Headers): Promise<void> {
    if (headers.get('upload-offset') !== headers.get('upload-length')) return;
    const upload = await files.storage.resumable.getUpload(id);
    await finish(caller, upload);
  }

  async function answer(request: Request, url: URL, address: string): Promise<Response> {
    const { method } = request;
    if (method === 'OPTIONS') return server.handleWeb(request);
    if (!methods.includes(method)) return refuse(405, 'No downloads here.', { allow: allowed });
    if (request.headers.get('tus-resumable') !== version) {
      return refuse(412, `This server speaks version ${version}.`, { 'tus-version': version });
    }
    const caller = await identify(request, address);
    const id = idIn(url);
    callers.set(request, caller);
    if (method === 'POST') {
      if (id !== null) return refuse(405, 'An upload is continued with PATCH.', { allow: allowed });
      await limits.user(caller.user.id);
    } else {
      const problem = objection(request);
      if (problem) return problem;
      if (id === null || !(await isOwn(caller, id))) return refuse(404, 'There is no such upload.');
    }
    if (method === 'POST') {
      const problem = lengthObjection(request.headers);
      if (problem) return problem;
    }
    const response = await server.handleWeb(request);
    if (method === 'HEAD' && id !== null && response.ok) {
      await finishIfWhole(caller, id, response.headers);
    }
    if (method === 'PATCH' && response.ok && id !== null) await touch(id);
    if (method === 'POST' && response.ok && !response.headers.has('upload-offset')) {
      response.headers.set('upload-offset', '0');
    }
    return response;
  }

  async function identify(request: Request, address: string): Promise<Identity> {
    try {
      return await authenticate(accounts, request.headers.get('authorization'));
    } catch (error) {
      if (error instanceof ServiceFailure) await limits.address(address);
      throw error;
    }
  }

  async function isOwn({ user }: Identity, id: string): Promise<boolean> {
    const [row] = await store.db
      .select({ id: uploads.path_id })
      .from(uploads)
      .where(and(eq(uploads.path_id, id), eq(uploads.user_id, user.id)));
    return row !== undefined;
  }

  async function touch(id: string): Promise<void> {
    const touched = new Date(clock.now());
    await store.db.update(uploads).set({ touched }).where(eq(uploads.path_id, id));
  }

  return async (given, url, { address }) => {
    const request = withRealMethod(given);
    let response: Response;
    try {
      response = await answer(request, url, address);
    } catch (error) {
      response = refusal(error, log);
    }
    if (response.status < 400) return response;
    if (request.body && !request.bodyUsed) {
      linger(Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]));
    }
    return withMessage(response);
  };
}

const allowed = methods.join(', ');

/** Source: core protocol, "X-HTTP-Method-Override". */
function withRealMethod(request: Request): Request {
  const method = request.headers.get('x-http-method-override')?.toUpperCase();
  if (!method || method === request.method || !/^[A-Z]{3,7}$/.test(method)) return request;
  return new Request(request, { method });
}

function locationOf(url: string, id: string): string {
  return `${new URL(url).origin}${base}/${id.split('/').map(encodeURIComponent).join('/')}`;
}

/** What stands behind the base; null for the place of creation and for what is no path id. */
function idIn({ pathname }: URL): string | null {
  try {
    const parts = pathname
      .slice(base.length + 1)
      .split('/')
      .map(decodeURIComponent);
    const isPlain = parts.every((part) => part !== '' && !/^\.{1,2}$|[/\\\0]/.test(part));
    return isPlain ? parts.join('/') : null;
  } catch {
    return null;
  }
}

function nameIn(metadata: Upload['metadata']): string {
  return shownName(metadata?.['filename'] ?? undefined);
}

/** Of a request to an upload that is there. */
function objection({ method, headers }: Request): Response | null {
  if (method !== 'PATCH') return null;
  if (headers.get('content-type') !== 'application/offset+octet-stream') {
    return refuse(415, 'The body must be of type application/offset+octet-stream.');
  }
  return /^\d{1,15}$/.test(headers.get('upload-offset') ?? '')
    ? null
    : refuse(400, 'Upload-Offset must be a number of bytes.');
}

/** Lengths that come later are not taken: quota and limit are checked before the first byte. */
function lengthObjection(headers: Headers): Response | null {
  const length = headers.get('upload-length');
  if (length === null) return refuse(411, 'Upload-Length is required.');
  if (!/^\d{1,15}$/.test(length)) return refuse(400, 'Upload-Length must be a number of bytes.');
  try {
    const given = headers.get('upload-metadata');
    if (given) Metadata.parse(given);
    return null;
  } catch {
    return refuse(400, 'Upload-Metadata cannot be read.');
  }
}

/** A lock that another request holds is worth another try, which common uploaders know of 423. */
function statusOf({ status_code, body }: { status_code: number; body: string }): number {
  return /lock/.test(body) ? 423 : status_code;
}

function refusal(error: unknown, log: Log): Response {
  if (error instanceof RateLimitHit) return refuse(error.status, error.message, error.headers);
  if (error instanceof ServiceFailure) {
    const challenge: Record<string, string> =
      error.status === 401 ? { 'www-authenticate': 'Basic realm="zulip"' } : {};
    // Of credentials, whatever is wrong with them means the same to an uploader.
    return refuse(error.status === 400 ? 401 : error.status, error.message, challenge);
  }
  log.error({ error }, 'a resumable upload failed');
  return refuse(500, 'Internal server error');
}

function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return new Response(message, { status, headers: { 'tus-resumable': version, ...headers } });
}

async function withMessage(response: Response): Promise<Response> {
  const message = (await response.text()).trim();
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.set('content-type', 'application/json');
  headers.set('cache-control', 'no-store');
  return new Response(JSON.stringify({ message }), { status: response.status, headers });
}
