import { DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import * as v from 'valibot';
import { parsedAs } from '../../api/parsed-as';
import {
  ResumableRefusedError,
  TransferFailure,
  type UploadedFile,
  type FileToSend,
  type TransferProgress,
} from './file-transfer';
import type { UploadFailure } from './engine/engine';

/** Our own endpoint, which requires the session and forwards to the server's `/api/v1/tus/`. */
const endpoint = '/json/tus/';

const repliedSchema = v.object({ url: v.string(), filename: v.optional(v.string()) });

/** URL and headers for resumable uploads. */
export interface TusEndpoint {
  /** URL of any page of the site. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Sends a file in one request from the last byte that the server has. tus-js-client never retries:
 * the engine knows when to, and whether the user is signed in. If the server has a part, no
 * endpoint is passed, or the library would start over after any failed request.
 */
export function sendResumable(
  tusEndpoint: TusEndpoint,
  { file, name, type, uploadUrl }: FileToSend,
  report: TransferProgress,
  signal: AbortSignal,
): Promise<UploadedFile> {
  return new Promise((resolve, reject) => {
    let isFirst = uploadUrl !== null;
    const upload = new Upload(file, {
      ...(uploadUrl === null
        ? { endpoint: new URL(endpoint, tusEndpoint.url).href }
        : { uploadUrl }),
      ...common(tusEndpoint),
      metadata: { filename: name, filetype: type },
      onUploadUrlAvailable: () => report.uploadUrl(upload.url),
      onProgress: (sent) => {
        report.progress(sent, isFirst);
        isFirst = false;
      },
      onSuccess: ({ lastResponse }) => {
        signal.removeEventListener('abort', abort);
        const place = new URL(upload.url ?? '', tusEndpoint.url);
        resolve(arrived(lastResponse.getBody(), place, name));
      },
      onError: (error) => {
        signal.removeEventListener('abort', abort);
        const status = statusOf(error);
        // The part expired or was deleted: the next try starts over.
        if (status === 404 || status === 410) report.uploadUrl(null);
        // If no upload was begun, the server has no endpoint for resumable uploads.
        const isMissing = upload.url === null && (status === 404 || status === 405);
        if (isMissing || status === 401 || status === 403) {
          return reject(new ResumableRefusedError(reasonOf(error), { cause: error }));
        }
        reject(new TransferFailure(failureOf(error, status), { cause: error }));
      },
    });
    function abort() {
      void upload.abort();
      reject(new TransferFailure({ kind: 'connection' }));
    }
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort);
    upload.start();
  });
}

/** Tells the server to delete a part. https://tus.io/protocols/resumable-upload#termination */
export function terminateTusUpload(tusEndpoint: TusEndpoint, uploadUrl: string): Promise<void> {
  return Upload.terminate(uploadUrl, common(tusEndpoint));
}

function common({ headers }: TusEndpoint): UploadOptions {
  return {
    headers: { ...headers },
    retryDelays: null,
    storeFingerprintForResuming: false,
  };
}

/**
 * The last reply contains the file's URL. If it was lost, a later reply lacks it; the URL then
 * follows from that of the upload, which ends in the path.
 */
function arrived(body: string, { pathname }: URL, name: string): UploadedFile {
  const replied = v.safeParse(v.pipe(v.string(), v.parseJson(), repliedSchema), body);
  if (replied.success) {
    return { url: replied.output.url, filename: replied.output.filename ?? name };
  }
  return { url: `/user_uploads/${pathname.split('/tus/')[1] ?? ''}`, filename: name };
}

function statusOf(error: Error): number {
  return error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0;
}

const messageSchema = v.object({ message: v.string() });

function reasonOf(error: Error): string | null {
  const body = error instanceof DetailedError ? (error.originalResponse?.getBody() ?? '') : '';
  return parsedAs(v.pipe(v.string(), v.parseJson(), messageSchema), body)?.message ?? null;
}

function failureOf(error: Error, status: number): UploadFailure {
  if (error instanceof DOMException && error.name === 'NotReadableError') {
    return { kind: 'problem', problem: 'unreadable' };
  }
  // Gone, changed in the meantime, locked by a request that is ending, or a server error.
  if (status < 400 || status >= 500 || [404, 409, 410, 423, 429].includes(status)) {
    return { kind: 'connection' };
  }
  const reason = reasonOf(error);
  // Files over the server's size limit are never started, so 413 means that the quota is used up.
  if (status === 413) return { kind: 'problem', problem: 'quota', reason };
  return { kind: 'problem', problem: 'refused', reason };
}
