import { Metadata, type Upload } from '@tus/server';
import { ServiceFailure } from '../failure';
import type { ServiceLog } from '../log';
import { displayFileName } from '../storage/file-names';

/** Path of resumable uploads. */
export const tusBasePath = '/api/v1/tus';
export const tusVersion = '1.0.0';
export const tusMethods: readonly string[] = ['DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'POST'];

/** Source: core protocol, "X-HTTP-Method-Override". */
export function withRealMethod(request: Request): Request {
  const method = request.headers.get('x-http-method-override')?.toUpperCase();
  if (!method || method === request.method || !/^[A-Z]{3,7}$/.test(method)) return request;
  return new Request(request, { method });
}

export function uploadLocationOf(url: string, id: string): string {
  return `${new URL(url).origin}${tusBasePath}/${id.split('/').map(encodeURIComponent).join('/')}`;
}

/** The path id after the base. Null for the creation URL and invalid path ids. */
export function uploadIdIn({ pathname }: URL): string | null {
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

export function uploadNameIn(metadata: Upload['metadata']): string {
  return displayFileName(metadata?.['filename'] ?? undefined);
}

/** What is wrong with a request to an existing upload, or null. */
export function uploadRequestProblem({ method, headers }: Request): Response | null {
  if (method !== 'PATCH') return null;
  if (headers.get('content-type') !== 'application/offset+octet-stream') {
    return createTusRefusal(415, 'The body must be of type application/offset+octet-stream.');
  }
  return /^\d{1,15}$/.test(headers.get('upload-offset') ?? '')
    ? null
    : createTusRefusal(400, 'Upload-Offset must be a number of bytes.');
}

/** Uploads must declare their length, because quota and limit are checked before the first byte. */
export function uploadLengthProblem(headers: Headers): Response | null {
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
export function tusStatusOf({ status_code, body }: { status_code: number; body: string }): number {
  return /lock/.test(body) ? 423 : status_code;
}

export function tusFailureResponse(error: unknown, log: ServiceLog): Response {
  if (error instanceof ServiceFailure) {
    if (error.status !== 401)
      return createTusRefusal(tusStatusForFailure(error), error.message, error.headers);
    return createTusRefusal(401, error.message, { 'www-authenticate': 'Basic realm="zulip"' });
  }
  log.error({ error }, 'a resumable upload failed');
  return createTusRefusal(500, 'Internal server error');
}

/** The API's 400 becomes a more specific status here. Clients treat 413 as final. */
export function tusStatusForFailure({ code, status }: ServiceFailure): number {
  return code === 'REALM_UPLOAD_QUOTA' ? 413 : status;
}

export function createTusRefusal(
  status: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return new Response(message, { status, headers: { 'tus-resumable': tusVersion, ...headers } });
}

export async function withJsonMessage(response: Response): Promise<Response> {
  const message = (await response.text()).trim();
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.set('content-type', 'application/json');
  headers.set('cache-control', 'no-store');
  return new Response(JSON.stringify({ message }), { status: response.status, headers });
}
