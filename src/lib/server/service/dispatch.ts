import { Readable } from 'node:stream';
import type { Operation } from '$lib/api/define';
import { operations, type AnyOperation } from '$lib/api/operations';
import { createRouter, type PathValues, type RouteMatch } from '$lib/api/route';
import { checkAccess } from './access';
import { authenticate, type Accounts, type Identity } from './authenticate';
import type { Clock } from './clock';
import { AfterCommit, type Context, type Realm, type User } from './context';
import { isUnstorable } from './db/sqlstate';
import type { Store } from './db/store';
import { realms } from './db/schema/realms';
import type { Delivery } from './delivery/worker';
import { isPictureAddress, servePicture } from './emoji/serve';
import type { Polls } from './events/polls';
import { badRequest, ServiceFailure } from './failure';
import type { Files } from './files/files';
import { linger } from './files/linger';
import type { ResumableUploads } from './files/resumable';
import { isFileAddress, serveFile } from './files/serve';
import type { ReceivedFile } from './files/receive';
import { handlers } from './handlers/table';
import type { Log } from './log';
import { RateLimitHit, type LoginLimit, type RateHeaders, type RateLimits } from './rate-limits';
import { clientName } from './request/client-name';
import { failure, internalFailure, success, wrongMethod } from './request/envelope';
import { readFields, type Fields } from './request/fields';
import { ignoredParameters, parseParameters } from './request/parameters';
import { transact } from './transact';

/** All that answering requests needs. */
export interface Parts {
  readonly store: Store;
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly log: Log;
  readonly baseUrl: string;
  readonly polls: Polls;
  readonly delivery: Delivery;
  readonly limits: RateLimits;
  readonly logins: LoginLimit;
  readonly files: Files;
  readonly resumable: ResumableUploads;
}

export interface Origin {
  /** Of the caller, for limits on calls without credentials. */
  readonly address: string;
}

const base = '/api/v1';
const route = createRouter<AnyOperation>(Object.values(operations));
/** State that a queue's events continue must come from one snapshot. */
const needsSnapshot: ReadonlySet<string> = new Set<AnyOperation['id']>(['registerQueue']);

/**
 * Answers one request: `/api/v1/*`, or a file below `/user_uploads/` or `/user_avatars/`. Never
 * throws.
 */
export async function dispatch(parts: Parts, request: Request, origin: Origin): Promise<Response> {
  const call = { operation: 'unknown', headers: {} as RateHeaders };
  let response: Response;
  try {
    response = await answer(parts, request, origin, call);
  } catch (error) {
    response = refuse(parts, request, call, error);
  }
  return request.method === 'HEAD' ? new Response(null, response) : response;
}

interface Call {
  operation: string;
  headers: RateHeaders;
}

async function answer(
  parts: Parts,
  request: Request,
  origin: Origin,
  call: Call,
): Promise<Response> {
  const url = new URL(request.url);
  if (isFileAddress(url.pathname)) {
    call.operation = 'serveFile';
    return serveFile(parts, request, url, origin);
  }
  if (isPictureAddress(url.pathname)) {
    call.operation = 'servePicture';
    return servePicture(parts, request, url);
  }
  const path = url.pathname.startsWith(`${base}/`) ? url.pathname.slice(base.length) : '';
  if (path === '/tus' || path.startsWith('/tus/')) {
    call.operation = 'resumableUpload';
    return parts.resumable(request, url, origin);
  }
  if (request.method === 'OPTIONS') return options(path);
  const upload = route(request.method, path);
  if (upload.kind === 'found' && 'multipart' in upload.operation && isMultipart(request)) {
    return answerUpload(parts, request, origin, call, upload);
  }
  const fields = await readFields(request, url);
  const found = route(methodOf(request, fields), path);
  if (found.kind === 'wrong-method') return wrongMethod(withHead(found.allowed));
  if (found.kind === 'unknown') throw new ServiceFailure('BAD_REQUEST', 'Unknown path', 404);
  call.operation = found.operation.id;
  const caller = await admit(parts, request, origin, found.operation, call);
  const result = await run(parts, request, found.operation, found.values, fields, caller);
  return success(result, ignoredParameters(found.operation, fields), call.headers);
}

function isMultipart({ headers, body }: Request): boolean {
  return body !== null && /^multipart\/form-data\b/i.test(headers.get('content-type') ?? '');
}

/** Who asks is settled before the first byte is kept; a failure leaves no file behind. */
async function answerUpload(
  parts: Parts,
  request: Request,
  origin: Origin,
  call: Call,
  { operation, values }: Extract<RouteMatch<AnyOperation>, { kind: 'found' }>,
): Promise<Response> {
  call.operation = operation.id;
  const caller = await admitWithBody(parts, request, origin, operation, call);
  const { file, fields } =
    operation.multipart === 'picture'
      ? await parts.files.receivePicture(request, caller)
      : await parts.files.receive(request, caller);
  try {
    const result = await run(parts, request, operation, values, fields, caller, file);
    return success(result, ignoredParameters(operation, fields), call.headers);
  } catch (error) {
    await parts.files.discard(file.path_id);
    if (file.still) await parts.files.discard(file.still.path_id);
    throw error;
  }
}

async function admitWithBody(
  parts: Parts,
  request: Request,
  origin: Origin,
  operation: Operation,
  call: Call,
): Promise<Identity> {
  try {
    const { user, realm, session } = await admit(parts, request, origin, operation, call);
    if (!user || !realm) throw new Error(`${operation.id} needs a caller`);
    return { user, realm, ...(session && { session }) };
  } catch (error) {
    linger(Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]));
    throw error;
  }
}

function options(path: string): Response {
  const found = route('OPTIONS', path);
  if (found.kind === 'unknown') throw new ServiceFailure('BAD_REQUEST', 'Unknown path', 404);
  const allowed = found.kind === 'wrong-method' ? found.allowed : [];
  return new Response(null, { status: 204, headers: { allow: withHead(allowed).join(', ') } });
}

function withHead(methods: readonly string[]): string[] {
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
}

/**
 * A POST may name its real method in the form. The header is for the server's entry: a GET with a
 * form has to reach us as a POST, since `Request` allows no GET with a body.
 */
function methodOf(request: Request, fields: Fields): string {
  if (request.method === 'HEAD') return 'GET';
  if (request.method !== 'POST') return request.method;
  const named = (
    request.headers.get('x-http-method-override') ?? fields.get('method')
  )?.toUpperCase();
  return named && /^(GET|POST|PATCH|PUT|DELETE)$/.test(named) ? named : request.method;
}

interface Caller {
  readonly user: User | null;
  readonly realm: Realm | null;
  readonly session?: string;
}

/** Credentials, limits and role, in this order. */
async function admit(
  { store, accounts, limits }: Parts,
  request: Request,
  { address }: Origin,
  operation: Operation,
  call: Call,
): Promise<Caller> {
  if (operation.access === 'anyone') {
    call.headers = await limits.address(address);
    const [realm] = await store.db.select().from(realms).limit(1);
    return { user: null, realm: realm ?? null };
  }
  let caller;
  try {
    caller = await authenticate(accounts, request.headers.get('authorization'));
  } catch (error) {
    if (error instanceof ServiceFailure) call.headers = await limits.address(address);
    throw error;
  }
  call.headers = await limits.user(caller.user.id);
  checkAccess(operation.access, caller.user);
  return caller;
}

type AnyHandler = (context: Context<User | null, Realm | null>, params: unknown) => Promise<object>;

async function run(
  parts: Parts,
  request: Request,
  operation: AnyOperation,
  path: PathValues,
  fields: Fields,
  { user, realm, session }: Caller,
  file: ReceivedFile | null = null,
): Promise<object> {
  const { polls, logins, files } = parts;
  const params = parseParameters<Operation>(operation, path, fields);
  // The table is checked entry by entry in handlers/table; here only its general form matters.
  const handler = handlers[operation.id] as unknown as AnyHandler;
  const client = clientName(request, fields);
  const mark = polls.mark();
  const result = await transact(
    parts,
    { user, realm, session, client, file },
    (context) => handler(context, params),
    needsSnapshot.has(operation.id) ? 'repeatable read' : 'read committed',
  );
  if (!(result instanceof AfterCommit)) return result;
  return (await result.run({ polls, files, logins, mark, signal: request.signal })) as object;
}

function refuse({ log }: Parts, request: Request, call: Call, error: unknown): Response {
  if (error instanceof RateLimitHit) return failure(error, { ...call.headers, ...error.headers });
  if (error instanceof ServiceFailure) return failure(error, call.headers);
  if (isUnstorable(error)) return failure(badRequest('A value is out of range'), call.headers);
  const request_id = request.headers.get('x-request-id');
  log.error({ error, operation: call.operation, request_id }, 'request failed');
  return internalFailure(call.headers);
}
