import type { ApiOperation } from '$lib/api/define-operation';
import { operations, type AnyOperation } from '$lib/api/operations';
import { createRouter, type PathValues, type RouteMatch } from '$lib/api/operation-router';
import { checkAccess, isOpenToWebhooks } from './access';
import type { AccountCache } from './users/account-cache';
import type { ExportJobs } from './archive/export-jobs';
import { authenticate } from './authenticate';
import { isAvatarAddress, redirectToAvatar } from './avatars/redirect';
import type { ServiceClock } from './clock';
import type { ServiceContext } from './context';
import type { ReadCache } from './db/read-cache';
import { realms } from './db/schema/realms';
import { isUnstorable } from './db/sqlstate';
import type { DatabaseStore } from './db/store';
import type { DeliveryWorker } from './delivery/worker';
import type { DiskSpace } from './disk-space';
import { isPublicPictureAddress, servePublicPicture } from './emoji/serve';
import type { PollRegistry } from './events/polls';
import { badRequest, ServiceFailure } from './failure';
import type { ResumableUploads } from './files/resumable';
import { isFileAddress, serveFile } from './files/serve';
import { AfterCommit, type AfterCommitDeps } from './handler';
import { inMemoryEventHandlers } from './handlers/events';
import { operationHandlers } from './handlers/table';
import { DeferredResult } from './deferred';
import type { ServiceLog } from './log';
import type { MailQueue } from './mail';
import type { RealmRow, UserRow } from './model';
import type { PushSender } from './relay/push';
import type { LoginLimit, RateHeaders, RateLimits } from './rate-limits';
import type { ServerRequest, EncodedReply } from './request/server-request';
import { withRequestBody } from './request/body';
import {
  failureEnvelope,
  internalFailureEnvelope,
  encodeEnvelope,
  successEnvelope,
  wrongMethodEnvelope,
  type ReplyEnvelope,
} from './request/envelope';
import { readFields, type RequestFields } from './request/fields';
import { findIgnoredParameters, parseParameters } from './request/parameters';
import { respondDeferred, type PendingReply } from './request/pending-reply';
import type { ServerSettings } from './server-settings';
import type { ServiceFiles } from './storage/files';
import type { ReceivedFile } from './storage/receive-file';
import { readWithoutTransaction, transact } from './transact';
import type { WarningLog } from './warning-log';

const maxNameLength = 30;

/**
 * The client that made the request: the `client` parameter, or else the User-Agent up to the slash.
 */
function clientName(request: Pick<ServerRequest, 'headers'>, fields: RequestFields): string {
  const agent = request.headers.get('user-agent')?.split('/')[0];
  const name = fields.get('client')?.trim() || agent?.trim() || 'Unspecified';
  return Array.from(name.replaceAll('\0', '')).slice(0, maxNameLength).join('');
}

/** Everything needed to answer requests. */
export interface DispatchDeps {
  readonly store: DatabaseStore;
  readonly accounts: AccountCache;
  readonly clock: ServiceClock;
  readonly log: ServiceLog;
  readonly baseUrl: string;
  readonly server: ServerSettings;
  readonly polls: PollRegistry;
  readonly delivery: DeliveryWorker;
  readonly limits: RateLimits;
  readonly logins: LoginLimit;
  readonly lasting: ReadCache;
  readonly mailer: MailQueue;
  readonly push: PushSender | null;
  readonly files: ServiceFiles;
  readonly exports: ExportJobs;
  readonly resumable: ResumableUploads;
  readonly disk: DiskSpace;
  readonly warnings: WarningLog;
}

export interface RequestOrigin {
  /** The caller's IP address, for limits on calls without credentials. */
  readonly address: string;
  /** Id of the request in the log and the reply. */
  readonly request?: string | undefined;
  /** If set, a late reply is sent through it, and an empty reply is returned. */
  readonly pendingReply?: PendingReply | undefined;
  /**
   * What the gateway has already found for the path, if it allows only that operation: a header
   * can't name another method then, and a field that does is refused.
   */
  readonly matched?: MatchedOperation | undefined;
  /** Called with the operation's name for log and metrics. */
  readonly named?: ((operation: string) => void) | undefined;
}

/** An operation of the contract, and the values in the path. */
export interface MatchedOperation {
  readonly operation: ApiOperation;
  readonly values: PathValues;
}

type FoundOperation = Extract<RouteMatch<AnyOperation>, { kind: 'found' }>;

const base = '/api/v1';
const route = createRouter<AnyOperation>(Object.values(operations));
/** State that a queue's events continue must come from one snapshot. */
const needsSnapshot: ReadonlySet<string> = new Set<AnyOperation['id']>(['registerQueue']);

/** A GET that writes: it acknowledges events, and can create a queue. */
const writesOnGet: ReadonlySet<string> = new Set<AnyOperation['id']>(['getEvents']);

/**
 * Answers a request for `/api/v1/*`, a file below `/user_uploads/` or `/user_avatars/`, or a
 * redirect below `/avatar/`. Never throws.
 */
export async function dispatchRequest(
  parts: DispatchDeps,
  request: Request,
  origin: RequestOrigin,
): Promise<Response> {
  const find = (call: Call) => answer(parts, request, origin, call);
  const reply = await refusing(parts, request, origin, find);
  if (!(reply instanceof Response)) return new Response(reply.body, reply);
  return request.method === 'HEAD' ? new Response(null, reply) : reply;
}

/**
 * Answers a request for an operation below `/api/v1` that neither uploads a file nor is part of a
 * resumable upload. Never throws.
 */
export function dispatchCall(
  parts: DispatchDeps,
  ask: ServerRequest,
  origin: RequestOrigin,
): Promise<EncodedReply> {
  const find = (call: Call) => answerCall(parts, ask, new URL(ask.url), origin, call);
  return refusing(parts, ask, origin, find);
}

/** Returns what `find` found, or the error reply. */
async function refusing<Found>(
  parts: DispatchDeps,
  ask: ServerRequest,
  { request, named }: RequestOrigin,
  find: (call: Call) => Promise<Found>,
): Promise<Found | EncodedReply> {
  const call: Call = { operation: 'unknown', headers: {} };
  try {
    return await find(call);
  } catch (error) {
    return encodeEnvelope(refuse(parts, request, call, error), ask);
  } finally {
    named?.(call.operation);
  }
}

interface Call {
  operation: string;
  headers: RateHeaders;
}

async function answer(
  parts: DispatchDeps,
  request: Request,
  origin: RequestOrigin,
  call: Call,
): Promise<Response | EncodedReply> {
  const url = new URL(request.url);
  if (isFileAddress(url.pathname)) {
    call.operation = 'serveFile';
    return serveFile(parts, request, url, origin);
  }
  if (isPublicPictureAddress(url.pathname)) {
    call.operation = 'servePicture';
    return servePublicPicture(parts, request, url);
  }
  if (isAvatarAddress(url.pathname)) {
    call.operation = 'leadToAvatar';
    return redirectToAvatar(parts, request, url, origin);
  }
  if (url.pathname === `${base}/tus` || url.pathname.startsWith(`${base}/tus/`)) {
    call.operation = 'resumableUpload';
    return parts.resumable(request, url, origin);
  }
  return answerCall(parts, request, url, origin, call);
}

async function answerCall(
  parts: DispatchDeps,
  request: ServerRequest | Request,
  url: URL,
  origin: RequestOrigin,
  call: Call,
): Promise<EncodedReply> {
  const path = url.pathname.startsWith(`${base}/`) ? url.pathname.slice(base.length) : '';
  const match = origin.matched ? alone(origin.matched) : route(methodOf(request), path);
  if (match.kind === 'unknown') {
    call.headers = await countStray(parts, request, origin);
    throw new ServiceFailure('BAD_REQUEST', 'Unknown path', 404);
  }
  if (request.method === 'OPTIONS') return options(match);
  if (match.kind === 'found') call.operation = match.operation.id;
  if (match.kind === 'wrong-method' && !canOverrideMethod(request, url)) {
    return encodeEnvelope(wrongMethodEnvelope(withHead(match.allowed)), request);
  }
  if (match.kind === 'found' && 'multipart' in match.operation && isMultipart(request)) {
    return encodeEnvelope(await answerUpload(parts, request, origin, call, match), request);
  }
  // The form can still change the method, but not the path.
  const caller = await admit(parts, request, origin, match.siblings, call);
  const limit = Math.max(...match.siblings.map(({ maxBody }) => maxBody));
  return withRequestBody(request, limit, async (body) => {
    const fields = await readFields(url, request.headers.get('content-type'), body);
    if (origin.matched && fields.names.has('method')) {
      throw badRequest('The method can not be overridden here.');
    }
    const method = methodOf(request, fields);
    const isSame = origin.matched !== undefined || method === methodOf(request);
    const found = isSame ? match : route(method, path);
    if (found.kind !== 'found') {
      return encodeEnvelope(wrongMethodEnvelope(withHead(match.siblings.map(methodIn))), request);
    }
    const { operation, values } = found;
    call.operation = operation.id;
    if (caller.user) checkAccess(operation, caller.user);
    const result = await run(parts, request, operation, values, fields, caller);
    const ignored = findIgnoredParameters(operation, fields);
    const { headers } = call;
    if (result instanceof DeferredResult) {
      return respondDeferred(result, request, { ignored, headers }, origin.pendingReply);
    }
    return encodeEnvelope(successEnvelope(result, ignored, headers), request);
  });
}

function alone({ operation, values }: MatchedOperation): FoundOperation {
  const known = operation as AnyOperation;
  return { kind: 'found', operation: known, values, siblings: [known] };
}

/** Unknown paths count too: for the user if the credentials are valid, else for the IP address. */
async function countStray(
  { accounts, limits }: DispatchDeps,
  request: ServerRequest,
  { address }: RequestOrigin,
): Promise<RateHeaders> {
  const header = request.headers.get('authorization');
  const caller = header && (await authenticate(accounts, header).catch(onlyFailures));
  return caller ? limits.user(caller.user.id) : limits.address(address);
}

function onlyFailures(error: unknown): null {
  if (error instanceof ServiceFailure) return null;
  throw error;
}

/** Files are accepted only from complete `Request` objects. */
function isMultipart(request: ServerRequest | Request): request is Request {
  const { headers, body } = request;
  const isForm = /^multipart\/form-data\b/i.test(headers.get('content-type') ?? '');
  return isForm && body !== null && request instanceof Request;
}

/** Authenticates the caller before storing the first byte. A failure leaves no file behind. */
async function answerUpload(
  parts: DispatchDeps,
  request: Request,
  origin: RequestOrigin,
  call: Call,
  { operation, values }: FoundOperation,
): Promise<ReplyEnvelope> {
  const { user, realm, session } = await admit(parts, request, origin, [operation], call);
  if (!user || !realm) throw new Error(`${operation.id} needs a caller`);
  checkAccess(operation, user);
  const caller = { user, realm, ...(session && { session }) };
  const { file, fields } =
    operation.multipart === 'file'
      ? await parts.files.receive(request, caller)
      : await parts.files.receivePicture(request, caller);
  try {
    if (!file && operation.multipart !== 'optional picture') {
      throw badRequest('You must specify a file to upload');
    }
    const result = await run(parts, request, operation, values, fields, caller, file);
    return successEnvelope(result, findIgnoredParameters(operation, fields), call.headers);
  } catch (error) {
    if (file) await parts.files.discard(file.path_id);
    if (file?.still) await parts.files.discard(file.still.path_id);
    throw error;
  }
}

function options({ siblings }: { readonly siblings: readonly AnyOperation[] }): EncodedReply {
  const allow = withHead(siblings.map(methodIn)).join(', ');
  return { status: 204, headers: { allow }, body: null };
}

const methodIn = ({ method }: ApiOperation) => method;

function withHead(methods: readonly string[]): string[] {
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
}

/**
 * A POST can name its real method in the form or in a header, because `Request` doesn't allow a GET
 * with a body. Without `fields`, returns what is known before the form is read.
 */
function methodOf(request: ServerRequest, fields?: RequestFields): string {
  if (request.method === 'HEAD') return 'GET';
  if (request.method !== 'POST') return request.method;
  const named = (
    request.headers.get('x-http-method-override') ?? fields?.get('method')
  )?.toUpperCase();
  return named && /^(GET|POST|PATCH|PUT|DELETE)$/.test(named) ? named : request.method;
}

/** Whether the query, or the form that isn't read yet, can name another method. */
function canOverrideMethod({ method, body }: ServerRequest, { search }: URL): boolean {
  return method === 'POST' && (body !== null || /[?&]method=/.test(search));
}

interface Caller {
  readonly user: UserRow | null;
  readonly realm: RealmRow | null;
  readonly session?: string;
}

/**
 * Checks credentials, then limits. `candidates` are all operations that the request may turn out to
 * be. For each path, either all or none need credentials.
 */
async function admit(
  { store, accounts, limits }: DispatchDeps,
  request: ServerRequest,
  { address }: RequestOrigin,
  candidates: readonly ApiOperation[],
  call: Call,
): Promise<Caller> {
  if (candidates.every(({ access }) => access === 'anyone')) {
    call.headers = await limits.address(address);
    const [realm] = await store.db.select().from(realms).limit(1);
    return { user: null, realm: realm ?? null };
  }
  let caller;
  try {
    // The operation may only be known later, so `checkAccess` checks again.
    const webhooks = candidates.some(isOpenToWebhooks);
    caller = await authenticate(accounts, request.headers.get('authorization'), { webhooks });
  } catch (error) {
    if (error instanceof ServiceFailure) call.headers = await limits.address(address);
    throw error;
  }
  call.headers = await limits.user(caller.user.id);
  return caller;
}

type Result = object | DeferredResult<object>;
type AnyFromMemory = (
  user: UserRow,
  params: unknown,
  outside: AfterCommitDeps,
) => Promise<Result> | null;
/** Operations that can be answered without a transaction. */
const fromMemory = inMemoryEventHandlers as unknown as Partial<Record<string, AnyFromMemory>>;

type AnyHandler = (
  context: ServiceContext<UserRow | null, RealmRow | null>,
  params: unknown,
) => Promise<object | undefined>;

async function run(
  parts: DispatchDeps,
  request: ServerRequest,
  operation: AnyOperation,
  path: PathValues,
  fields: RequestFields,
  { user, realm, session }: Caller,
  file: ReceivedFile | null = null,
): Promise<Result> {
  const { polls, logins, files, mailer, push, exports } = parts;
  const params = parseParameters<ApiOperation>(operation, path, fields);
  // handlers/table checks each entry's type. Here only the general form matters.
  const handler = operationHandlers[operation.id] as unknown as AnyHandler;
  const outside = {
    ...{ polls, exports, files, logins, mailer, push },
    wakeCount: polls.wakeCount(),
  };
  const known = user && fromMemory[operation.id]?.(user, params, outside);
  if (known) return known;
  const client = clientName(request, fields);
  const scope = { user, realm, request: { session, client, file } };
  const work = (context: ServiceContext<UserRow | null, RealmRow | null>) =>
    handler(context, params);
  const isolation = needsSnapshot.has(operation.id) ? 'repeatable read' : 'read committed';
  const onlyReads = operation.method === 'GET' && !writesOnGet.has(operation.id);
  const result = onlyReads
    ? await readWithoutTransaction(parts, scope, work)
    : await transact(parts, scope, work, isolation);
  return result instanceof AfterCommit ? ((await result.run(outside)) as Result) : (result ?? {});
}

function refuse(
  { log, disk }: DispatchDeps,
  request: string | undefined,
  call: Call,
  error: unknown,
): ReplyEnvelope {
  if (error instanceof ServiceFailure) {
    return failureEnvelope(error, { ...call.headers, ...error.headers });
  }
  if (isUnstorable(error))
    return failureEnvelope(badRequest('A value is out of range'), call.headers);
  log.error({ error, operation: call.operation, request }, 'request failed');
  const full = disk.refusal(error);
  return full ? failureEnvelope(full, call.headers) : internalFailureEnvelope(call.headers);
}
