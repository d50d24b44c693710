import type { Operation } from '$lib/api/define';
import { fillPath, type PathValues, type Router } from '$lib/api/route';
import type { AccountJar } from './account-jar';
import { DoorFailure, unknownPath, wrongMethod } from './failure';
import { readLimited } from './limited-body';
import type { Limits } from './limits';
import { checkOrigin } from './origin';
import { notApi } from './proxy';
import type { SealedAccount } from './seal';
import type { Sessions } from './sessions';
import type { Upstream } from './upstream';

/** Chooses among the signed-in accounts, so that two tabs may use two of them at once. */
export const accountHeader = 'x-inkwell-account';

/** A form without a file is text. */
const maxFormBytes = 1024 * 1024;

export interface CookieDoor {
  readonly route: Router;
  readonly upstream: Upstream;
  readonly limits: Limits;
  readonly ownOrigin: string | undefined;
  readonly sessions: Pick<Sessions, 'endOthers'>;
}

export interface Visit {
  readonly request: Request;
  /** Below `/json`, still percent-encoded. */
  readonly path: string;
  readonly address: string;
  readonly jar: AccountJar;
  /** Hears which operation it is, for log and metrics. */
  readonly named?: (operation: string) => void;
}

/**
 * Answers a page's call as one of its accounts: the cookie becomes the key, and nothing else of the
 * request gets through than what the operation needs. Throws `DoorFailure`.
 */
export async function answerPage(door: CookieDoor, visit: Visit): Promise<Response> {
  const { request, path, address, jar } = visit;
  checkOrigin(request, door.ownOrigin);
  const match = door.route(request.method, path);
  if (match.kind === 'unknown') throw unknownPath();
  if (match.kind === 'wrong-method') throw wrongMethod(match.allowed);
  visit.named?.(match.operation.id);

  const id = request.headers.get(accountHeader);
  const account = id === null ? null : await jar.find(id);
  await (account ? door.limits.account(account.id) : door.limits.address(address));
  if (!account && (id !== null || match.operation.access !== 'anyone')) throw signedOut();

  const call = await buildCall(request, match.operation, match.values, account);
  const changesPassword = match.operation.id === 'updateSettings' && (await setsPassword(call));
  const reply = await door.upstream(call, { address });
  if (account && changesPassword && reply.ok) await door.sessions.endOthers(account);
  return checkReply(reply);
}

/** Of another server's account the sessions are ours to end. */
async function setsPassword(call: Request): Promise<boolean> {
  return new URLSearchParams(await call.clone().text()).has('new_password');
}

async function buildCall(
  request: Request,
  operation: Operation,
  values: PathValues,
  account: SealedAccount | null,
): Promise<Request> {
  const { search, searchParams } = new URL(request.url);
  if (searchParams.has('method')) throw overridden();
  const headers = new Headers({ accept: 'application/json', 'user-agent': 'Inkwell/1' });
  for (const name of ['accept-language', 'accept-encoding']) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (account) headers.set('authorization', account.authorization);

  const body = operation.multipart ? passFile(request, headers) : await passForm(request, headers);
  // Filled anew from what was matched: the server sees the very operation that was allowed. The
  // host stands for whatever answers.
  return new Request(`http://upstream/api/v1${fillPath(operation.path, values)}${search}`, {
    method: operation.method,
    headers,
    body,
    signal: request.signal,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
}

/**
 * As it comes, without looking into it. A `method` among its fields finds no other operation than
 * those of its path, which a page may call anyway.
 */
function passFile({ headers, body }: Request, out: Headers): ReadableStream | null {
  const type = headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) throw unsupported('The body must hold a file.');
  out.set('content-type', type);
  const length = headers.get('content-length');
  if (length !== null) out.set('content-length', length);
  return body;
}

async function passForm(request: Request, out: Headers): Promise<Uint8Array<ArrayBuffer> | null> {
  const form = await readForm(request);
  if (form === null) return null;
  out.set('content-type', 'application/x-www-form-urlencoded');
  out.set('content-length', String(form.byteLength));
  return form;
}

/** Whole, because it must be looked into: a `method` field would make it another operation. */
async function readForm(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (!request.body) return null;
  if (type !== 'application/x-www-form-urlencoded') {
    await request.body.cancel();
    throw unsupported('The body must be a form.');
  }
  const form = await readLimited(request.body, maxFormBytes);
  if (new URLSearchParams(new TextDecoder().decode(form)).has('method')) throw overridden();
  return form;
}

/** Every operation answers with JSON; a web page in its place comes from something in between. */
function checkReply(reply: Response): Response {
  const type = reply.headers.get('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) {
    void reply.body?.cancel();
    throw notApi('The server did not answer as a messaging server does.', reply.status);
  }
  const headers = new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' });
  for (const [name, value] of reply.headers) {
    if (name === 'content-encoding' || name === 'retry-after' || name.startsWith('x-ratelimit-')) {
      headers.set(name, value);
    }
  }
  return new Response(reply.body, { status: reply.status, headers });
}

function unsupported(message: string): DoorFailure {
  return new DoorFailure(415, 'UNSUPPORTED_MEDIA_TYPE', message);
}

function signedOut(): DoorFailure {
  return new DoorFailure(401, 'UNAUTHORIZED', 'Not signed in.');
}

function overridden(): DoorFailure {
  return new DoorFailure(400, 'BAD_REQUEST', 'The method can not be overridden here.');
}
