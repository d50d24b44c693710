import type { ApiOperation } from '$lib/api/define-operation';
import { fillPath, type PathValues, type OperationRouter } from '$lib/api/operation-router';
import { withRequestBody } from '../service/request/body';
import { checkFieldCount } from '../service/request/fields';
import type { PendingReply } from '../service/request/pending-reply';
import type { AccountJar } from './account-jar';
import { GatewayFailure, unknownPathFailure, wrongMethodFailure } from './failure';
import type { GatewayRateLimits } from './gateway-rate-limits';
import { checkOrigin } from './origin';
import type { ForeignPictures } from './pictures/foreign-pictures';
import { toCompressedResponse } from './compressed-response';
import { notApiFailure } from './proxy';
import type { SealedAccount } from './seal';
import type { SessionManager } from './session-manager';
import type { UpstreamHandler } from './upstream';

/** Selects one of the signed-in accounts, so that two tabs can use different ones. */
export const accountHeader = 'x-inkwell-account';

export interface SessionGateway {
  readonly route: OperationRouter;
  readonly upstream: UpstreamHandler;
  /** The service in this process, which reads forms and counts calls itself; null for a remote one. */
  readonly embedded: object | null;
  readonly limits: GatewayRateLimits;
  readonly ownOrigin: string | undefined;
  readonly sessions: Pick<SessionManager, 'endOthers'>;
  /** Null for the embedded server, which names no pictures on other servers. */
  readonly pictures: ForeignPictures | null;
}

export interface PageRequest {
  readonly request: Request;
  /** Path below `/json`, still percent-encoded. */
  readonly path: string;
  readonly address: string;
  readonly jar: AccountJar;
  /** Sends a reply that comes later. */
  readonly pendingReply?: PendingReply | undefined;
  /** Called with the operation's name for log and metrics. */
  readonly named?: (operation: string) => void;
}

/**
 * Answers a page's call as one of its accounts: the cookie is replaced with the key, and only what
 * the operation needs is passed on. Throws `GatewayFailure`.
 */
export async function answerPageCall(
  gateway: SessionGateway,
  visit: PageRequest,
): Promise<Response> {
  const { request, path, address, jar } = visit;
  checkOrigin(request, gateway.ownOrigin);
  const match = gateway.route(request.method, path);
  if (match.kind === 'unknown') throw unknownPathFailure();
  if (match.kind === 'wrong-method') throw wrongMethodFailure(match.allowed);
  visit.named?.(match.operation.id);

  const id = request.headers.get(accountHeader);
  const account = id === null ? null : await jar.find(id);
  const { operation, values } = match;
  const isSignedOut = !account && (id !== null || operation.access !== 'anyone');
  if (!gateway.embedded || isSignedOut) {
    await (account ? gateway.limits.account(account.id) : gateway.limits.address(address));
  }
  if (isSignedOut) throw signedOut();

  const send = async (body: Body, headers: Headers) => {
    const call = buildCall(request, operation, values, account, body, headers);
    const pictures = account && gateway.pictures?.names(operation.id) ? gateway.pictures : null;
    const accepted = call.headers.get('accept-encoding') ?? '';
    if (pictures) call.headers.set('accept-encoding', 'identity');
    const reply = checkReply(
      await gateway.upstream(call, {
        address,
        pendingReply: visit.pendingReply,
        matched: { operation, values },
      }),
    );
    if (pictures && account) return pictures.rewrite(reply, account.id, accepted);
    return toCompressedResponse(reply, accepted);
  };
  if (bringsFile(operation, request)) return send(request.body, headersOfFile(request));
  checkType(request);
  if (gateway.embedded) return send(request.body, headersOfBody(request, formType));
  return withRequestBody(request, operation.maxBody, async (form) => {
    checkForm(form);
    const reply = await send(form.byteLength > 0 ? form : null, headersOfForm(form));
    // On a remote server, the gateway itself has to end the account's sessions.
    const changesPassword = operation.id === 'updateSettings' && setsPassword(form);
    if (account && changesPassword && reply.ok) await gateway.sessions.endOthers(account);
    return reply;
  });
}

function setsPassword(form: Uint8Array): boolean {
  return new URLSearchParams(new TextDecoder().decode(form)).has('new_password');
}

type Body = ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null;

function buildCall(
  request: Request,
  operation: ApiOperation,
  values: PathValues,
  account: SealedAccount | null,
  body: Body,
  ofBody: Headers,
): Request {
  const { search, searchParams } = new URL(request.url);
  if (searchParams.has('method')) throw overridden();
  const headers = new Headers(ofBody);
  headers.set('accept', 'application/json');
  headers.set('user-agent', 'Inkwell/1');
  for (const name of ['accept-language', 'accept-encoding']) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (account) headers.set('authorization', account.authorization);

  // Built from the matched values, so that the server gets exactly the operation that was allowed.
  // The host is a placeholder.
  return new Request(`http://upstream/api/v1${fillPath(operation.path, values)}${search}`, {
    method: operation.method,
    headers,
    body,
    signal: request.signal,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
}

/** If the file is optional, a form without one is read like any other. */
function bringsFile({ multipart }: ApiOperation, { headers }: Request): boolean {
  if (multipart !== 'optional picture') return multipart !== undefined;
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() !== formType;
}

/**
 * Files are streamed without inspection. A `method` field can only select another operation of the
 * same path, which pages can call anyway.
 */
function headersOfFile(request: Request): Headers {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) throw unsupported('The body must hold a file.');
  return headersOfBody(request, type);
}

function headersOfBody({ headers, body }: Request, type: string): Headers {
  const length = headers.get('content-length');
  return new Headers({
    ...(body && { 'content-type': type }),
    ...(length !== null && { 'content-length': length }),
  });
}

const formType = 'application/x-www-form-urlencoded';

function headersOfForm({ byteLength }: Uint8Array): Headers {
  if (byteLength === 0) return new Headers();
  return new Headers({ 'content-type': formType, 'content-length': String(byteLength) });
}

function checkType({ body, headers }: Request): void {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (body && type !== formType) throw unsupported('The body must be a form.');
}

/**
 * Forms for a remote server are read whole because they must be checked: a `method` field would
 * select another operation.
 */
function checkForm(form: Uint8Array): void {
  checkFieldCount(form);
  if (new URLSearchParams(new TextDecoder().decode(form)).has('method')) throw overridden();
}

/** Every operation returns JSON; a web page instead comes from a proxy in between. */
function checkReply(reply: Response): Response {
  const type = reply.headers.get('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) {
    void reply.body?.cancel();
    throw notApiFailure('The server did not answer as a messaging server does.', reply.status);
  }
  const headers = new Headers({
    'content-type': 'application/json',
    'cache-control': 'no-store',
    vary: 'accept-encoding',
  });
  for (const [name, value] of reply.headers) {
    if (passed.has(name) || name.startsWith('x-ratelimit-')) headers.set(name, value);
  }
  return new Response(reply.body, { status: reply.status, headers });
}

const passed: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'retry-after']);

function unsupported(message: string): GatewayFailure {
  return new GatewayFailure(415, 'UNSUPPORTED_MEDIA_TYPE', message);
}

function signedOut(): GatewayFailure {
  return new GatewayFailure(401, 'UNAUTHORIZED', 'Not signed in.');
}

function overridden(): GatewayFailure {
  return new GatewayFailure(400, 'BAD_REQUEST', 'The method can not be overridden here.');
}
