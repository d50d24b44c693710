import { isShownInBrowser } from '../service/storage/content-type';
import type { AccountJar } from './account-jar';
import { accountHeader } from './session-gateway';
import { unknownPathFailure, wrongMethodFailure } from './failure';
import { isPlainPath } from './plain-path';
import type { SealedAccount } from './seal';
import type { UpstreamHandler } from './upstream';

/**
 * Selects one of the signed-in accounts where a page can't send a header, for example in `<img
 * src>`.
 */
const accountParameter = 'account';
const passed = ['accept', 'if-none-match', 'if-range', 'if-modified-since', 'range'];
const keptHeaders = [
  ...['accept-ranges', 'cache-control', 'content-disposition', 'content-length', 'content-range'],
  ...['content-type', 'etag', 'last-modified'],
];

export interface FileRequest {
  readonly request: Request;
  readonly url: URL;
  readonly address: string;
  readonly jar: AccountJar;
}

/**
 * Sends a file to a signed-in page: as the named account, otherwise as the first account with
 * access. Whatever type the server reports, a file never runs here, because users uploaded it.
 */
export async function answerFile(upstream: UpstreamHandler, visit: FileRequest): Promise<Response> {
  return toSafeFileResponse(await fetchAsAnyAccount(upstream, visit), visit.url);
}

/** Redirects a signed-in page to a person's profile picture. */
export async function answerAvatar(
  upstream: UpstreamHandler,
  visit: FileRequest,
): Promise<Response> {
  const answer = await fetchAsAnyAccount(upstream, visit);
  const location = answer.headers.get('location');
  if (answer.status !== 302 || location === null) return toSafeFileResponse(answer, visit.url);
  return new Response(null, {
    status: 302,
    headers: { location, 'cache-control': 'private, max-age=60' },
  });
}

/** The reply for the named account, otherwise for the first account with access. */
async function fetchAsAnyAccount(upstream: UpstreamHandler, visit: FileRequest): Promise<Response> {
  const { request, url, address, jar } = visit;
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw wrongMethodFailure(['GET', 'HEAD']);
  if (!isPlainPath(url.pathname)) throw unknownPathFailure();
  const named = request.headers.get(accountHeader) ?? url.searchParams.get(accountParameter);
  const accounts = await jar.all();
  const candidates = named === null ? accounts : accounts.filter(({ id }) => id === named);
  let answer = await upstream(requestFor(visit, candidates[0]), { address });
  for (const account of candidates.slice(1)) {
    if (![401, 403, 404].includes(answer.status)) break;
    await answer.body?.cancel();
    answer = await upstream(requestFor(visit, account), { address });
  }
  return answer;
}

/** Sends a public picture, without credentials for the server. */
export async function answerPublicPicture(
  upstream: UpstreamHandler,
  visit: Omit<FileRequest, 'jar'>,
): Promise<Response> {
  const { request, url, address } = visit;
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw wrongMethodFailure(['GET', 'HEAD']);
  if (!isPlainPath(url.pathname)) throw unknownPathFailure();
  return toSafeFileResponse(await upstream(requestFor(visit, undefined), { address }), url);
}

function requestFor(
  { request, url }: Omit<FileRequest, 'jar'>,
  account: SealedAccount | undefined,
): Request {
  const headers = new Headers({ 'user-agent': 'Inkwell/1', 'accept-encoding': 'identity' });
  for (const name of passed) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (account) headers.set('authorization', account.authorization);
  return new Request(`http://upstream${url.pathname}`, {
    method: request.method,
    headers,
    signal: request.signal,
  });
}

/**
 * Policy for content that is displayed but must do nothing: no scripts, no requests, an opaque
 * origin.
 */
export const sandboxPolicy =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; " +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox";
/** Browsers' PDF viewers don't work in a sandbox. */
const forPdf =
  "default-src 'none'; object-src 'self'; img-src 'self'; style-src 'unsafe-inline'; " +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Keeps the headers a browser needs. Types not known to be harmless are downloaded. */
export function toSafeFileResponse(answer: Response, url: URL): Response {
  const headers = new Headers();
  for (const name of keptHeaders) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-store');
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  headers.set('content-security-policy', type === 'application/pdf' ? forPdf : sandboxPolicy);
  if (answer.ok && !isShownInBrowser(type)) {
    const given = headers.get('content-disposition') ?? '';
    const at = given.indexOf(';');
    const name = at < 0 ? `; ${fileName(url)}` : given.slice(at);
    headers.set('content-disposition', `attachment${name}`);
  }
  if (!answer.ok && answer.status !== 304 && type !== 'text/plain') {
    // Another server's error page must not be shown here.
    void answer.body?.cancel();
    headers.delete('content-length');
    headers.set('content-type', 'text/plain; charset=utf-8');
    return new Response('This file cannot be had.\n', { status: answer.status, headers });
  }
  return new Response(answer.body, { status: answer.status, headers });
}

/** From the last segment of the URL, which is already percent-encoded. */
function fileName({ pathname }: URL): string {
  return `filename*=UTF-8''${(pathname.split('/').at(-1) ?? '').replace(/['()*]/g, '_')}`;
}
