import { ApiError, MalformedReply, NetworkFailure } from '../../api/errors';
import { getAttachments, uploadFile, type FileAttachment } from '../../api/attachments';
import { getOwnUser } from '../../api/users';
import { hasLevel, type ServerVersion } from '../../api/feature-level';
import { callAs } from '../../client/calls/call';
import { callWithFile, gatewayHeaders, fetchUploadedFile } from '../../client/calls/upload';
import type { UploadFailure } from './engine/engine';
import {
  ResumableRefusedError,
  TransferFailure,
  type UploadedFile,
  type FileToSend,
  type TransferProgress,
  type FileSender,
} from './file-transfer';

/**
 * The user's uploaded files. `url` has the form used in links. `list` returns null if the server has
 * no list, `read` if it doesn't have the file. Both throw `AnyFailure` if there was no clear reply.
 */
export interface OwnAttachments {
  list(): Promise<readonly FileAttachment[] | null>;
  read(url: string): Promise<Blob | null>;
}

/** Bytes above which downloading a file costs more than uploading it again. */
const maxReadSize = 32 * 1024 * 1024;
/** Files of the same name and size to compare, newest first. */
const maxCandidates = 3;

/**
 * Finds a file that an earlier try without a reply delivered: same name, identical bytes, and not
 * linked in any message. Ignores times, because the server's clock might differ.
 */
export async function findUploadedFile(
  files: OwnAttachments,
  { file, name }: Pick<FileToSend, 'file' | 'name'>,
): Promise<UploadedFile | null> {
  if (file.size > maxReadSize) return null;
  const alike = ((await files.list()) ?? [])
    .filter((one) => one.name === name && one.size === file.size && one.messages.length === 0)
    .sort((a, b) => b.create_time - a.create_time || b.id - a.id)
    .slice(0, maxCandidates);
  for (const { path_id } of alike) {
    const url = `/user_uploads/${path_id}`;
    const there = await files.read(url);
    if (there && (await isSame(there, file))) return { url, filename: name };
  }
  return null;
}

async function isSame(a: Blob, b: Blob): Promise<boolean> {
  if (a.size !== b.size) return false;
  const [one, other] = (await Promise.all([a.arrayBuffer(), b.arrayBuffer()])).map(
    (bytes) => new Uint8Array(bytes),
  );
  return one?.every((byte, index) => byte === other?.[index]) ?? false;
}

/** Largest file sent in one request, in bytes: a lost connection means sending all of it again. */
export const maxPlainSize = 8 * 1024 * 1024;
/** First feature level with the tus endpoint. https://zulip.com/api/changelog */
export const minTusLevel = 296;
/**
 * Bytes above which a plain upload can take longer than servers wait.
 * https://zulip.com/api/upload-file
 */
export const plainUploadWarningSize = 25 * 1024 * 1024;

/** More bytes than proxies in front of a server usually accept in one request. */
const maxProxySize = 80 * 1024 * 1024;

/** The tus library is loaded with the first file that needs it. */
export function createFileSender(account: string, server: () => ServerVersion | null): FileSender {
  const resumable = () => import('./send-tus');
  const endpoint = { url: location.href, headers: gatewayHeaders(account) };
  /** Set once the server has refused resumable uploads of this account. */
  let refused: ResumableRefusedError | undefined;
  return {
    async send(upload, report, signal) {
      if (upload.file.size <= maxPlainSize || !hasLevel(minTusLevel, server())) {
        return sendPlain(account, upload, report, signal);
      }
      if (refused) return sendInstead(refused, account, upload, report, signal);
      const tus = await resumable().catch((cause: unknown) => {
        throw new TransferFailure({ kind: 'connection' }, { cause });
      });
      try {
        return await tus.sendResumable(endpoint, upload, report, signal);
      } catch (failure) {
        if (!(failure instanceof ResumableRefusedError)) throw failure;
        await checkSignedIn(account, signal);
        refused = failure;
        report.uploadUrl(null);
        return await sendInstead(failure, account, upload, report, signal);
      }
    },
    drop(uploadUrl) {
      void resumable()
        .then(({ terminateTusUpload }) => terminateTusUpload(endpoint, uploadUrl))
        .catch(() => undefined);
    },
  };
}

/** An ordinary call tells whether the user is signed in. Nothing of the file has been sent yet. */
async function checkSignedIn(account: string, signal: AbortSignal): Promise<void> {
  try {
    await callAs(account)(getOwnUser, {}, { signal });
  } catch (failure) {
    throw new TransferFailure(uploadFailureOf(failure), { cause: failure });
  }
}

/**
 * Sends it in one request if the size allows that. Otherwise fails with the reason for which
 * resumable uploads were refused.
 */
async function sendInstead(
  { reason }: ResumableRefusedError,
  ...[account, upload, report, signal]: Parameters<typeof sendPlain>
): Promise<UploadedFile> {
  const refusal = { kind: 'problem', problem: 'refused', reason } as const;
  if (upload.file.size > maxProxySize) throw new TransferFailure(refusal);
  try {
    return await sendPlain(account, upload, report, signal);
  } catch (failure) {
    const { cause } = failure as TransferFailure;
    // A proxy in between reports in HTML that the file is too large.
    throw cause instanceof MalformedReply ? new TransferFailure(refusal, { cause }) : failure;
  }
}

async function sendPlain(
  account: string,
  upload: FileToSend,
  report: TransferProgress,
  signal: AbortSignal,
): Promise<UploadedFile> {
  const { file, name } = upload;
  try {
    const arrived = upload.unanswered && (await findUploadedFile(filesOf(account, signal), upload));
    if (arrived) return arrived;
    const onProgress = (sent: number) => report.progress(sent, false);
    const options = { signal, onProgress };
    const { url, uri, filename } = await callWithFile(account, uploadFile, file, name, options);
    return { url: url ?? uri, filename: filename ?? name };
  } catch (failure) {
    throw new TransferFailure(uploadFailureOf(failure), { cause: failure });
  }
}

function filesOf(account: string, signal: AbortSignal): OwnAttachments {
  return {
    list: () =>
      callAs(account)(getAttachments, {}, { signal }).then(
        ({ attachments }) => attachments,
        (failure: unknown) => {
          if (uploadFailureOf(failure).kind !== 'problem') throw failure;
          return null;
        },
      ),
    read: (url) => fetchUploadedFile(account, url, signal),
  };
}

const shortPause = 5000;

/** What a failed call means for its file. Server errors are retried. */
export function uploadFailureOf(failure: unknown): UploadFailure {
  if (failure instanceof ApiError) {
    if (failure.status === 401) return { kind: 'signedOut' };
    if (failure.code === 'RATE_LIMIT_HIT') {
      const seconds = Number(failure.fields['retry-after']);
      return { kind: 'later', after: seconds > 0 ? seconds * 1000 : shortPause };
    }
    if (failure.code === 'REALM_UPLOAD_QUOTA') return { kind: 'problem', problem: 'quota' };
    if (failure.status === 413) return { kind: 'problem', problem: 'too_large' };
    const reason = failure.serverMessage || failure.code;
    return { kind: 'problem', problem: 'refused', reason };
  }
  if (failure instanceof MalformedReply) {
    return { kind: 'problem', problem: 'refused', reason: failure.message };
  }
  if (failure instanceof NetworkFailure || failure instanceof TypeError) {
    return { kind: 'connection' };
  }
  if (failure instanceof DOMException && failure.name === 'NotReadableError') {
    return { kind: 'problem', problem: 'unreadable' };
  }
  return { kind: 'connection' };
}
