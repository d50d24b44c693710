import { GatewayFailure } from './failure';
import { accountHeader } from './session-gateway';
import type { GatewayRateLimits } from './gateway-rate-limits';
import { checkOrigin } from './origin';
import type { AccountJar } from './account-jar';
import { isPlainPath } from './plain-path';
import type { UpstreamHandler } from './upstream';

/** Path of resumable uploads at this gateway, and at the server behind it. */
const ours = '/json/tus/';
const theirs = '/api/v1/tus/';

const passed = [
  ...['content-type', 'content-length', 'tus-resumable'],
  ...['upload-length', 'upload-offset', 'upload-metadata'],
];
const keptHeaders = [
  ...['content-type', 'retry-after', 'allow', 'tus-resumable', 'tus-version', 'tus-extension'],
  ...['tus-max-size', 'upload-length', 'upload-offset', 'upload-metadata', 'upload-expires'],
];
const methods = new Set(['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS']);

export interface TusGateway {
  readonly upstream: UpstreamHandler;
  readonly limits: GatewayRateLimits;
  readonly ownOrigin: string | undefined;
}

export interface TusRequest {
  readonly request: Request;
  readonly url: URL;
  readonly address: string;
  readonly jar: AccountJar;
}

/** Whether a URL of the session gateway belongs to resumable uploads. */
export function isTusAddress({ pathname }: URL): boolean {
  return pathname === ours.slice(0, -1) || pathname.startsWith(ours);
}

/**
 * Forwards a resumable upload as one of the page's accounts: cookie and origin are checked as for
 * every call, the body is streamed, and the server's `Location` is converted to a URL of this
 * gateway. Failures follow the protocol: a status, and JSON with `message`. Source:
 * https://tus.io/protocols/resumable-upload.
 */
export async function answerTusRequest(gateway: TusGateway, visit: TusRequest): Promise<Response> {
  try {
    return await answer(gateway, visit);
  } catch (error) {
    if (error instanceof GatewayFailure) return failed(error);
    throw error;
  }
}

async function answer(gateway: TusGateway, visit: TusRequest): Promise<Response> {
  const { request, url, address, jar } = visit;
  checkOrigin(request, gateway.ownOrigin);
  if (!methods.has(request.method)) {
    throw new GatewayFailure(
      405,
      'METHOD_NOT_ALLOWED',
      'No downloads here.',
      {},
      {
        allow: [...methods].join(', '),
      },
    );
  }
  if (request.headers.has('x-http-method-override')) {
    throw new GatewayFailure(400, 'BAD_REQUEST', 'The method can not be overridden here.');
  }
  const id = request.headers.get(accountHeader);
  const account = id === null ? null : await jar.find(id);
  if (!account) {
    await gateway.limits.address(address);
    throw new GatewayFailure(401, 'UNAUTHORIZED', 'Not signed in.');
  }
  await gateway.limits.account(account.id);

  const headers = new Headers({ accept: 'application/json', 'user-agent': 'Inkwell/1' });
  for (const name of passed) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  headers.set('authorization', account.authorization);
  const { body, method, signal } = request;
  const reply = await gateway.upstream(
    new Request(`http://upstream${theirs}${below(url)}`, {
      ...{ method, headers, body, signal },
      ...(body && { duplex: 'half' }),
    }),
    { address },
  );
  return rewritten(reply);
}

/** The part of the path below the gateway's prefix; it can't lead elsewhere. */
function below({ pathname }: URL): string {
  const rest = pathname.slice(ours.length);
  if (!isPlainPath(rest)) {
    throw new GatewayFailure(404, 'NOT_FOUND', 'There is no such upload.');
  }
  return rest;
}

function rewritten(reply: Response): Response {
  const headers = new Headers({ 'cache-control': 'no-store' });
  for (const name of keptHeaders) {
    const value = reply.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const location = reply.headers.get('location');
  if (location !== null) headers.set('location', ours + idOf(location));
  return new Response(reply.body, { status: reply.status, headers });
}

/** The URL can be absolute or not, with whatever host the server assumes. */
function idOf(location: string): string {
  const { pathname } = new URL(location, 'http://upstream');
  const at = pathname.indexOf(theirs);
  if (at < 0) {
    throw new GatewayFailure(502, 'UPSTREAM_NOT_API', 'The server has no resumable uploads.');
  }
  return pathname.slice(at + theirs.length);
}

function failed({ status, message, headers }: GatewayFailure): Response {
  return new Response(JSON.stringify({ message }), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}
