import type { ServiceFailure } from '../failure';
import { createPauses } from '../pauses';
import { JsonList } from './json-list';
import type { ServerRequest, EncodedReply } from './server-request';
import { chooseEncoding, minCompressedBytes, compressBody } from './encodings';

export type ReplyHeaders = Readonly<Record<string, string>>;

const always: ReplyHeaders = {
  'content-type': 'application/json',
  'cache-control': 'max-age=0, no-cache, no-store, must-revalidate, private',
  vary: 'accept-encoding',
};

/** A complete reply, not yet in the encoding that the client accepts. */
export interface ReplyEnvelope {
  readonly status: number;
  readonly body: object;
  readonly headers: ReplyHeaders;
}

/** A success body. `ignored` lists parameters that were given but not used. */
export function successEnvelope(
  values: object,
  ignored: readonly string[],
  headers: ReplyHeaders,
): ReplyEnvelope {
  const extra = ignored.length > 0 ? { ignored_parameters_unsupported: ignored } : {};
  return { status: 200, body: { result: 'success', msg: '', ...values, ...extra }, headers };
}

export function failureEnvelope(error: ServiceFailure, headers: ReplyHeaders): ReplyEnvelope {
  const body = { result: 'error', msg: error.message, ...error.fields, code: error.code };
  const challenge: ReplyHeaders =
    error.status === 401 ? { 'www-authenticate': 'Basic realm="zulip"' } : {};
  return { status: error.status, body, headers: { ...challenge, ...headers } };
}

/** A server error, without code or cause. */
export function internalFailureEnvelope(headers: ReplyHeaders): ReplyEnvelope {
  return { status: 500, body: { result: 'error', msg: 'Internal server error' }, headers };
}

export function wrongMethodEnvelope(allowed: readonly string[]): ReplyEnvelope {
  const body = { result: 'error', msg: 'Method Not Allowed', allowed_methods: allowed };
  return { status: 405, body, headers: { allow: allowed.join(', ') } };
}

/** Encodes it as the client accepts. */
export async function encodeEnvelope(
  envelope: ReplyEnvelope,
  request: ServerRequest,
): Promise<EncodedReply> {
  const { status } = envelope;
  const head = replyHeadOf(envelope.headers);
  // Length and encoding would have to be computed, and no client reads them.
  if (request.method === 'HEAD') return { status, headers: head, body: null };
  const { headers, body } = await encodeBody(envelope.body, request.headers.get('accept-encoding'));
  return { status, headers: { ...head, ...headers }, body };
}

/** A reply's headers, except those that depend on its body. */
export function replyHeadOf(headers: ReplyHeaders): ReplyHeaders {
  return { ...always, ...headers };
}

interface Encoded {
  readonly headers: ReplyHeaders;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The body, compressed if the client accepts it and it is long enough, with the headers for it. */
export function encodeBody(value: object, accepted: string | null): Encoded | Promise<Encoded> {
  const values: unknown[] = Object.values(value);
  if (values.some((item) => item instanceof JsonList || isLong(item)))
    return joinBody(value).then((body) => compressed(body, accepted));
  return compressed(Buffer.from(JSON.stringify(value)), accepted);
}

/** The JSON of a body with long lists. */
async function joinBody(value: object): Promise<Buffer<ArrayBuffer>> {
  const pause = createPauses();
  const parts: Buffer[] = [];
  for (const [key, item] of Object.entries(value) as [string, unknown][]) {
    if (item === undefined) continue;
    await pause();
    parts.push(Buffer.from(`${parts.length === 0 ? '{' : ','}${JSON.stringify(key)}:`));
    if (item instanceof JsonList) parts.push(...item.parts());
    else if (isLong(item)) parts.push(...(await listOf(item, pause)).parts());
    else parts.push(Buffer.from(JSON.stringify(item)));
  }
  return Buffer.concat([...parts, Buffer.from('}')]);
}

/** Entries that take so long to encode that other requests should get a turn. */
const longList = 1000;

function isLong(item: unknown): item is readonly unknown[] {
  return Array.isArray(item) && item.length > longList;
}

async function listOf(
  values: readonly unknown[],
  pause: () => Promise<void> | undefined,
): Promise<JsonList> {
  const list = new JsonList();
  for (const value of values) {
    await pause();
    list.add(value);
  }
  return list;
}

function compressed(
  body: Uint8Array<ArrayBuffer>,
  accepted: string | null,
): Encoded | Promise<Encoded> {
  const encoding = body.byteLength < minCompressedBytes ? null : chooseEncoding(accepted);
  if (encoding === null) return encoded(body, {});
  const packed = compressBody(body, encoding);
  const headers = { 'content-encoding': encoding };
  return packed instanceof Promise
    ? packed.then((there) => encoded(there, headers))
    : encoded(packed, headers);
}

function encoded(body: Uint8Array<ArrayBuffer>, headers: ReplyHeaders): Encoded {
  return { body, headers: { ...headers, 'content-length': String(body.byteLength) } };
}
