import { Server, type Upload } from '@tus/server';
import { and, eq } from 'drizzle-orm';
import type { Accounts, Identity } from '../users/known-accounts';
import { authenticate } from '../authenticate';
import { uploads } from '../db/schema/files';
import type { DiskSpace } from '../disk-space';
import { ServiceFailure } from '../failure';
import type { Log } from '../log';
import type { RateLimits } from '../rate-limits';
import { contentTypeOf } from '../storage/content-type';
import { newPathId, urlOf } from '../storage/file-names';
import { UploadLocker } from '../storage/locker';
import { mebibyte } from '../storage/upload-rules';
import { transact, type Workshop } from '../transact';
import { addAttachment } from './attachments';
import { withPartialBody } from './partial-body';
import {
  base,
  idIn,
  lengthObjection,
  locationOf,
  methods,
  nameIn,
  objection,
  refusal,
  refuse,
  statusFor,
  statusOf,
  version,
  withMessage,
  withRealMethod,
} from './resumable-http';
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
  readonly disk: DiskSpace;
}

const allowed = methods.join(', ');

/**
 * Resumable uploads: the protocol is the library's, whose they are, how much they may be and what
 * becomes of them is decided here. A failure is JSON with `message`, not the API's envelope: common
 * uploaders look at the status alone. Sources: https://tus.io/protocols/resumable-upload (1.0.0),
 * https://zulip.com/api/upload-file.
 */
export function resumableUploads(parts: Parts): ResumableUploads {
  const { accounts, files, limits, log, clock, store, disk } = parts;
  /** Who asks, by the request that the library passes on. */
  const callers = new WeakMap<object, Identity>();

  const server = new Server({
    path: base,
    datastore: files.storage.resumable,
    locker: new UploadLocker(store, clock, (id) => files.storage.still(id)),
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
      if (error instanceof ServiceFailure) {
        return { status_code: statusFor(error), body: error.message };
      }
      log.error({ error }, 'a resumable upload failed');
      const full = disk.refusal(error);
      return { status_code: full?.status ?? 500, body: full?.message ?? 'Internal server error' };
    },
  });

  async function begin({ user, realm }: Identity, { id, size, metadata }: Upload): Promise<void> {
    const now = new Date(clock.now());
    await store.transaction(async (tx) => {
      await checkQuota(tx, realm.id, size!, files.rules, user.id);
      await tx.insert(uploads).values({
        ...{ path_id: id, realm_id: realm.id, user_id: user.id, size: size! },
        ...{ metadata: metadata ?? null, create_time: now, touched: now },
      });
    });
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
      const own = id === null ? undefined : await findOwn(caller, id);
      if (!own) return refuse(404, 'There is no such upload.');
      if (method === 'PATCH' && !own.completed) await checkRoom(caller, own.size ?? 0);
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
      if (!(error instanceof ServiceFailure)) throw error;
      await limits.address(address);
      // Whatever is wrong with credentials means the same to an uploader.
      throw new ServiceFailure(error.code, error.message, 401);
    }
  }

  async function findOwn({ user }: Identity, id: string) {
    const [row] = await store.db
      .select({ size: uploads.size, completed: uploads.completed })
      .from(uploads)
      .where(and(eq(uploads.path_id, id), eq(uploads.user_id, user.id)));
    return row;
  }

  /** Others may have used it up since the upload began: better said before its bytes are sent. */
  async function checkRoom({ realm }: Identity, size: number): Promise<void> {
    await store.transaction((tx) => checkQuota(tx, realm.id, size, files.rules));
  }

  async function touch(id: string): Promise<void> {
    const touched = new Date(clock.now());
    await store.db.update(uploads).set({ touched }).where(eq(uploads.path_id, id));
  }

  return async (given, url, { address }) => {
    // A part that breaks off is kept: the next one goes on behind it.
    const request = withPartialBody(withRealMethod(given));
    let response: Response;
    try {
      response = await answer(request, url, address);
    } catch (error) {
      response = refusal(disk.refusal(error) ?? error, log);
    }
    if (response.status < 400) return response;
    return withMessage(response);
  };
}
