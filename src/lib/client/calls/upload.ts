import type { ApiOperation, ResultOf } from '../../api/define-operation';
import { NetworkFailure } from '../../api/errors';
import { readReply } from '../../api/read-reply';

export interface UploadOptions {
  readonly signal: AbortSignal;
  /** Called with the number of bytes sent so far. */
  readonly onProgress: (sent: number) => void;
  /** The other parameters, encoded for the request. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** Headers of every gateway request, for the few that `client/calls/call` doesn't make. */
export function gatewayHeaders(account: string): Record<string, string> {
  return { 'X-Inkwell': '1', 'X-Inkwell-Account': account };
}

/**
 * Calls a `multipart` operation with one file as its body and reports upload progress, which
 * `fetch` can't. Throws `AnyFailure`. Has no timeout: the caller decides how long to wait.
 */
export function callWithFile<O extends ApiOperation>(
  account: string,
  operation: O,
  file: Blob,
  name: string,
  { signal, onProgress, fields = {} }: UploadOptions,
): Promise<ResultOf<O>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (reason: NetworkFailure['reason']) =>
      reject(new NetworkFailure(operation.id, reason));
    const abort = () => request.abort();
    request.open(operation.method, `/json${operation.path}`);
    for (const [header, value] of Object.entries(gatewayHeaders(account))) {
      request.setRequestHeader(header, value);
    }
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onerror = () => fail('unreachable');
    request.onabort = () => fail('aborted');
    request.onload = () => {
      try {
        resolve(readReply(operation, request.status, request.responseText));
      } catch (failure) {
        reject(failure);
      }
    };
    request.onloadend = () => signal.removeEventListener('abort', abort);
    if (signal.aborted) return fail('aborted');
    signal.addEventListener('abort', abort);
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('file', file, name);
    request.send(form);
  });
}

/**
 * Downloads a file from its `/user_uploads/` URL. Null if the server refuses it. Throws
 * `NetworkFailure`.
 */
export function fetchUploadedFile(
  account: string,
  url: string,
  signal: AbortSignal,
): Promise<Blob | null> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new NetworkFailure('getFile', 'unreachable'));
    const abort = () => request.abort();
    request.open('GET', url);
    request.responseType = 'blob';
    for (const [header, value] of Object.entries(gatewayHeaders(account))) {
      request.setRequestHeader(header, value);
    }
    request.onload = () => resolve(request.status === 200 ? (request.response as Blob) : null);
    request.onerror = fail;
    request.onabort = fail;
    request.onloadend = () => signal.removeEventListener('abort', abort);
    if (signal.aborted) return fail();
    signal.addEventListener('abort', abort);
    request.send();
  });
}
