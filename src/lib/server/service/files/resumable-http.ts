import { Metadata, type Upload } from '@tus/server';
import { ServiceFailure } from '../failure';
import type { Log } from '../log';
import { shownName } from '../storage/file-names';

/** Where resumable uploads are. */
export const base = '/api/v1/tus';
export const version = '1.0.0';
export const methods: readonly string[] = ['DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'POST'];

/** Source: core protocol, "X-HTTP-Method-Override". */
export function withRealMethod(request: Request): Request {
  const method = request.headers.get('x-http-method-override')?.toUpperCase();
  if (!method || method === request.method || !/^[A-Z]{3,7}$/.test(method)) return request;
  return new Request(request, { method });
}

export function locationOf(url: string, id: string): string {
  return `${new URL(url).origin}${base}/${id.split('/').map(encodeURIComponent).join('/')}`;
}

/** What stands behind the base; null for the place of creation and for what is no path id. */
export function idIn({ pathname }: URL): string | null {
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

export function nameIn(metadata: Upload['metadata']): string {
  return shownName(metadata?.['filename'] ?? undefined);
}

/** Of a request to an upload that is there. */
export function objection({ method, headers }: Request): Response | null {
  if (method !== 'PATCH') return null;
  if (headers.get('content-type') !== 'application/offset+octet-stream') {
    return refuse(415, 'The body must be of type application/offset+octet-stream.');
  }
  return /^\d{1,15}$/.test(headers.get('upload-offset') ?? '')
    ? null
    : refuse(400, 'Upload-Offset must be a number of bytes.');
}

/** Lengths that come later are not taken: quota and limit are checked before the first byte. */
export function lengthObjection(headers: Headers): Response | null {
  const length = headers.get('upload-length');
  if (length === null) return refuse(411, 'Upload-Length is required.');
  if (!/^\d{1,15}$/.test(length)) return refuse(400, 'Upload-Length must be a number of bytes.');
  try {
    const given = headers.get('upload-metadata');
    const values = Object.values(given ? Metadata.parse(given) : {});
    return values.some((value) => value?.includes('\0'))
      ? refuse(400, 'Upload-Metadata must not contain null bytes.')
      : null;
  } catch {
    return refuse(400, 'Upload-Metadata cannot be read.');
  }
}

/** A lock that another request holds is worth another try, which common uploaders know of 423. */
export function statusOf({ status_code, body }: { status_code: number; body: string }): number {
  return /lock/.test(body) ? 423 : status_code;
}

export function refusal(error: unknown, log: Log): Response {
  if (error instanceof ServiceFailure) {
    if (error.status !== 401) return refuse(statusFor(error), error.message, error.headers);
    return refuse(401, error.message, { 'www-authenticate': 'Basic realm="zulip"' });
  }
  log.error({ error }, 'a resumable upload failed');
  return refuse(500, 'Internal server error');
}

/** What the API refuses with 400 has words of its own here; uploaders take 413 for final. */
export function statusFor({ code, status }: ServiceFailure): number {
  return code === 'REALM_UPLOAD_QUOTA' ? 413 : status;
}

export function refuse(
  status: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return new Response(message, { status, headers: { 'tus-resumable': version, ...headers } });
}

export async function withMessage(response: Response): Promise<Response> {
  const message = (await response.text()).trim();
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.set('content-type', 'application/json');
  headers.set('cache-control', 'no-store');
  return new Response(JSON.stringify({ message }), { status: response.status, headers });
}
