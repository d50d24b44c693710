import { Server, type Upload, Metadata } from '@tus/server';
import { and, eq } from 'drizzle-orm';
import type { AccountCache, CallerIdentity } from '../users/account-cache';
import { authenticate } from '../authenticate';
import { uploads } from '../db/schema/files';
import type { DiskSpace } from '../disk-space';
import { ServiceFailure } from '../failure';
import type { ServiceLog } from '../log';
import type { RateLimits } from '../rate-limits';
import { contentTypeOf } from '../storage/content-type';
import { newPathId, fileUrlOf, displayFileName } from '../storage/file-names';
import { UploadLocker } from '../storage/locker';
import { mebibyte } from '../storage/upload-rules';
import { transact, type TransactionDeps } from '../transact';
import { addAttachment } from './attachments';
import { checkQuota } from './space';

/** Path of resumable uploads. */
const tusBasePath = '/api/v1/tus';
const tusVersion = '1.0.0';
const tusMethods: readonly string[] = ['DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'POST'];

/** Source: core protocol, "X-HTTP-Method-Override". */
function withRealMethod(request: Request): Request {
  const method = request.headers.get('x-http-method-override')?.toUpperCase();
  if (!method || method === request.method || !/^[A-Z]{3,7}$/.test(method)) return request;
  return new Request(request, { method });
}

function uploadLocationOf(url: string, id: string): string {
  return `${new URL(url).origin}${tusBasePath}/${id.split('/').map(encodeURIComponent).join('/')}`;
}

/** The path id after the base. Null for the creation URL and invalid path ids. */
function uploadIdIn({ pathname }: URL): string | null {
  try {
    const parts = pathname
      .slice(tusBasePath.length + 1)
      .split('/')
      .map(decodeURIComponent);
    const isPlain = parts.every((part) => part !== '' && !/^\.{1,2}$|[/\\\0]/.test(part));
    return isPlain ? parts.join('/') : null;
  } catch {
    return null;
  }
}

function uploadNameIn(metadata: Upload['metadata']): string {
  return displayFileName(metadata?.['filename'] ?? undefined);
}

/** What is wrong with a request to an existing upload, or null. */
function uploadRequestProblem({ method, headers }: Request): Response | null {
  if (method !== 'PATCH') return null;
  if (headers.get('content-type') !== 'application/offset+octet-stream') {
    return createTusRefusal(415, 'The body must be of type application/offset+octet-stream.');
  }
  return /^\d{1,15}$/.test(headers.get('upload-offset') ?? '')
    ? null
    : createTusRefusal(400, 'Upload-Offset must be a number of bytes.');
}

/** Uploads must declare their length, because quota and limit are checked before the first byte. */
function uploadLengthProblem(headers: Headers): Response | null {
  const length = headers.get('upload-length');
  if (length === null) return createTusRefusal(411, 'Upload-Length is required.');
  if (!/^\d{1,15}$/.test(length))
    return createTusRefusal(400, 'Upload-Length must be a number of bytes.');
  try {
    const given = headers.get('upload-metadata');
    const values = Object.values(given ? Metadata.parse(given) : {});
    return values.some((value) => value?.includes('\0'))
      ? createTusRefusal(400, 'Upload-Metadata must not contain null bytes.')
      : null;
  } catch {
    return createTusRefusal(400, 'Upload-Metadata cannot be read.');
  }
}

/** If another request holds the lock, the client should retry, which common clients do for 423. */
function tusStatusOf({ status_code, body }: { status_code: number; body: string }): number {
  return /lock/.test(body) ? 423 : status_code;
}

function tusFailureResponse(error: unknown, log: ServiceLog): Response {
  if (error instanceof ServiceFailure) {
    if (error.status !== 401)
      return createTusRefusal(tusStatusForFailure(error), error.message, error.headers);
    return createTusRefusal(401, error.message, { 'www-authenticate': 'Basic realm="zulip"' });
  }
  log.error({ error }, 'a resumable upload failed');
  return createTusRefusal(500, 'Internal server error');
}

/** The API's 400 becomes a more specific status here. Clients treat 413 as final. */
function tusStatusForFailure({ code, status }: ServiceFailure): number {
  return code === 'REALM_UPLOAD_QUOTA' ? 413 : status;
}

function createTusRefusal(
  status: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return new Response(message, { status, headers: { 'tus-resumable': tusVersion, ...headers } });
}

async function withJsonMessage(response: Response): Promise<Response> {
  const message = (await response.text()).trim();
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.set('content-type', 'application/json');
  headers.set('cache-control', 'no-store');
  return new Response(JSON.stringify({ message }), { status: response.status, headers });
}

/**
 * A request whose body ends where the connection broke instead of failing, so that everything that
 * arrived can be stored. Only for bodies that needn't have a certain length.
 */
function withPartialBody(request: Request): Request {
  if (!request.body) return request;
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch {
          controller.close();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  // Streams need `duplex`, which the types don't have yet.
  return new Request(request, { body, duplex: 'half' } as RequestInit);
}

/** Answers `/api/v1/tus/…`. `url` is the request's. Never throws. */
export type ResumableUploads = (
  request: Request,
  url: URL,
  origin: { readonly address: string },
) => Promise<Response>;

interface Parts extends TransactionDeps {
  readonly accounts: AccountCache;
  readonly limits: RateLimits;
  readonly log: ServiceLog;
  readonly disk: DiskSpace;
}

const allowed = tusMethods.join(', ');

/**
 * Resumable uploads. The library handles the protocol. Ownership, limits and the finished file are
 * handled here. An error is JSON with `message` instead of the API's envelope, because common
 * clients only check the status. Sources: https://tus.io/protocols/resumable-upload (1.0.0),
 * https://zulip.com/api/upload-file.
 */
export function resumableUploads(parts: Parts): ResumableUploads {
  const { accounts, files, limits, log, clock, store, disk } = parts;
  /** Callers by the request that the library passes on. */
  const callers = new WeakMap<object, CallerIdentity>();

  const server = new Server({
    path: tusBasePath,
    datastore: files.storage.resumable,
    locker: new UploadLocker(store, clock, (id) => files.storage.still(id)),
    maxSize: files.rules.maxFileMib * mebibyte,
    lockDrainTimeout: 1_000,
    disableTerminationForFinishedUploads: true,
    generateUrl: (request, { id }) => uploadLocationOf(request.url, id),
    getFileIdFromRequest: (request) => uploadIdIn(new URL(request.url)) ?? undefined,
    namingFunction: (request, metadata) =>
      newPathId(callers.get(request)!.realm.id, uploadNameIn(metadata)),
    onUploadCreate: async (request, upload) => {
      await begin(callers.get(request)!, upload);
      return {};
    },
    onUploadFinish: async (request, upload) => ({
      status_code: 200,
      headers: {
        'Content-Type': 'application/json',
        Location: uploadLocationOf(request.url, upload.id),
      },
      body: JSON.stringify(await finish(callers.get(request)!, upload)),
    }),
    onResponseError(_request, error) {
      if ('status_code' in error) return { status_code: tusStatusOf(error), body: error.body };
      if (error instanceof ServiceFailure) {
        return { status_code: tusStatusForFailure(error), body: error.message };
      }
      log.error({ error }, 'a resumable upload failed');
      const full = disk.refusal(error);
      return { status_code: full?.status ?? 500, body: full?.message ?? 'Internal server error' };
    },
  });

  async function begin(
    { user, realm }: CallerIdentity,
    { id, size, metadata }: Upload,
  ): Promise<void> {
    const now = new Date(clock.now());
    await store.transaction(async (tx) => {
      await checkQuota(tx, realm.id, size!, files.rules, user.id);
      await tx.insert(uploads).values({
        ...{ path_id: id, realm_id: realm.id, user_id: user.id, size: size! },
        ...{ metadata: metadata ?? null, create_time: now, touched: now },
      });
    });
  }

  /**
   * Turns the complete file into the caller's attachment. Calling it again returns the same one.
   */
  async function finish({ user, realm }: CallerIdentity, { id, size, metadata }: Upload) {
    const name = uploadNameIn(metadata);
    const content_type = contentTypeOf(name, metadata?.['filetype']);
    const file = { path_id: id, name, content_type, size: size! };
    return transact(parts, { user, realm, request: { client: '', file } }, async (context) => {
      await addAttachment(context, file);
      const now = new Date(clock.now());
      await context.tx
        .update(uploads)
        .set({ completed: now, touched: now })
        .where(eq(uploads.path_id, id));
      return { url: fileUrlOf(id), filename: name };
    });
  }

  /** The final response may have been lost when its process was killed. */
  async function finishIfWhole(
    caller: CallerIdentity,
    id: string,
    headers: Headers,
  ): Promise<void> {
    if (headers.get('upload-offset') !== headers.get('upload-length')) return;
    const upload = await files.storage.resumable.getUpload(id);
    await finish(caller, upload);
  }

  async function answer(request: Request, url: URL, address: string): Promise<Response> {
    const { method } = request;
    if (method === 'OPTIONS') return server.handleWeb(request);
    if (!tusMethods.includes(method))
      return createTusRefusal(405, 'No downloads here.', { allow: allowed });
    if (request.headers.get('tus-resumable') !== tusVersion) {
      return createTusRefusal(412, `This server speaks version ${tusVersion}.`, {
        'tus-version': tusVersion,
      });
    }
    const caller = await identify(request, address);
    const id = uploadIdIn(url);
    callers.set(request, caller);
    if (method === 'POST') {
      if (id !== null)
        return createTusRefusal(405, 'An upload is continued with PATCH.', { allow: allowed });
      await limits.user(caller.user.id);
    } else {
      const problem = uploadRequestProblem(request);
      if (problem) return problem;
      const own = id === null ? undefined : await findOwn(caller, id);
      if (!own) return createTusRefusal(404, 'There is no such upload.');
      if (method === 'PATCH' && !own.completed) await requireSpace(caller, own.size ?? 0);
    }
    if (method === 'POST') {
      const problem = uploadLengthProblem(request.headers);
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

  async function identify(request: Request, address: string): Promise<CallerIdentity> {
    try {
      return await authenticate(accounts, request.headers.get('authorization'));
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error;
      await limits.address(address);
      // For a client, all credential errors mean the same.
      throw new ServiceFailure(error.code, error.message, 401);
    }
  }

  async function findOwn({ user }: CallerIdentity, id: string) {
    const [row] = await store.db
      .select({ size: uploads.size, completed: uploads.completed })
      .from(uploads)
      .where(and(eq(uploads.path_id, id), eq(uploads.user_id, user.id)));
    return row;
  }

  /**
   * Other uploads may have used the space since this one started. Better to refuse before its bytes
   * are sent.
   */
  async function requireSpace({ realm }: CallerIdentity, size: number): Promise<void> {
    await store.transaction((tx) => checkQuota(tx, realm.id, size, files.rules));
  }

  async function touch(id: string): Promise<void> {
    const touched = new Date(clock.now());
    await store.db.update(uploads).set({ touched }).where(eq(uploads.path_id, id));
  }

  return async (given, url, { address }) => {
    // A part that breaks off is kept, and the next one continues after it.
    const request = withPartialBody(withRealMethod(given));
    let response: Response;
    try {
      response = await answer(request, url, address);
    } catch (error) {
      response = tusFailureResponse(disk.refusal(error) ?? error, log);
    }
    if (response.status < 400) return response;
    return withJsonMessage(response);
  };
}
