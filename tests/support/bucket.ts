import { createHash, randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { BucketOptions } from '$lib/server/service/storage/bucket';
import { credentials, isSigned } from './bucket-signature';

interface Stored {
  readonly bytes: Buffer;
  readonly metadata: Readonly<Record<string, string>>;
}
interface Part {
  readonly number: number;
  readonly bytes: Buffer;
}
interface Multipart {
  readonly key: string;
  readonly parts: Map<number, Buffer>;
}

/**
 * What goes wrong with a request: an S3 error, only half of the body, no answer, or no answer
 * although it was executed (`unheard`).
 */
export type Trouble =
  { readonly status: number; readonly code: string } | 'half' | 'silence' | 'unheard';

/** Returns what goes wrong with an operation; null for nothing. */
export type Troubles = (operation: string, key: string) => Trouble | null;

export interface TestBucket {
  readonly options: BucketOptions;
  readonly objects: Map<string, Stored>;
  readonly multiparts: Map<string, Multipart>;
  /** Operations and their keys, oldest first. */
  readonly requests: string[];
  troubles: Troubles;
  close(): Promise<void>;
}

const name = 'test-bucket';
/** Minimum bytes of a part other than the last. */
const leastPart = 5 * 1024 * 1024;
/** Parts per page: few, so that a client that doesn't read further pages fails. */
const partsInPage = 2;

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

/**
 * An in-memory store that implements the part of S3 that files need, and as strictly: requests must
 * be signed and have a length, and parts must have Amazon's minimum size. Source: Amazon S3 API
 * reference.
 */
export async function startBucket(): Promise<TestBucket> {
  const objects: TestBucket['objects'] = new Map();
  const multiparts: TestBucket['multiparts'] = new Map();
  const requests: string[] = [];
  const held = new Set<ServerResponse>();

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { status, code } = error instanceof Refusal ? error : new Refusal(500, 'InternalError');
      const text = `<Error><Code>${code}</Code><Message>${code}</Message></Error>`;
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(request.method === 'HEAD' ? undefined : text);
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const url = new URL(request.url!, 'http://bucket');
    const [bucket, ...rest] = url.pathname.slice(1).split('/').map(decodeURIComponent);
    const key = rest.join('/');
    const query = url.searchParams;
    const operation = operationOf(request.method!, query, key);
    requests.push(`${operation} ${key || query.get('prefix')}`);
    if (!isSigned(request, body)) throw new Refusal(403, 'SignatureDoesNotMatch');
    if (bucket !== name) throw new Refusal(404, 'NoSuchBucket');
    if (request.headers['transfer-encoding']) throw new Refusal(411, 'MissingContentLength');
    if (request.headers['content-encoding']) throw new Refusal(501, 'NotImplemented');

    const trouble = bucketOf.troubles(operation, key);
    if (trouble === 'silence') return void held.add(response);
    if (typeof trouble === 'object' && trouble) throw new Refusal(trouble.status, trouble.code);

    const reply = operations[operation]?.({ key, query, body, headers: request.headers });
    if (!reply) throw new Refusal(501, 'NotImplemented');
    if (trouble === 'unheard') return void held.add(response);
    const { status = 200, headers = {}, bytes = Buffer.alloc(0) } = reply;
    const length = { 'content-length': String(bytes.length) };
    response.writeHead(status, { ...length, ...headers });
    if (request.method === 'HEAD') return void response.end();
    if (trouble !== 'half') return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  }

  interface BucketRequest {
    readonly key: string;
    readonly query: URLSearchParams;
    readonly body: Buffer;
    readonly headers: IncomingMessage['headers'];
  }
  interface Reply {
    readonly status?: number;
    readonly headers?: Record<string, string>;
    readonly bytes?: Buffer;
  }
  const xml = (text: string): Reply => ({
    headers: { 'content-type': 'application/xml' },
    bytes: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`),
  });
  const find = (key: string) => {
    const found = objects.get(key);
    if (!found) throw new Refusal(404, 'NoSuchKey');
    return found;
  };
  const multipart = ({ key, query }: BucketRequest) => {
    const found = multiparts.get(query.get('uploadId') ?? '');
    if (found?.key !== key) throw new Refusal(404, 'NoSuchUpload');
    return found;
  };
  const described = ({ bytes, metadata }: Stored): Record<string, string> => ({
    etag: etagOf(bytes),
    'content-length': String(bytes.length),
    ...Object.fromEntries(
      Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value]),
    ),
  });

  const operations: Readonly<Record<string, (bucketRequest: BucketRequest) => Reply>> = {
    PutObject({ key, body, headers }) {
      objects.set(key, { bytes: body, metadata: metadataIn(headers) });
      return { headers: { etag: etagOf(body) } };
    },
    HeadObject: ({ key }) => ({ headers: described(find(key)) }),
    GetObject({ key, headers }) {
      const { bytes, metadata } = find(key);
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
      if (first === undefined) return { headers: described({ bytes, metadata }), bytes };
      if (Number(first) >= bytes.length) throw new Refusal(416, 'InvalidRange');
      const part = bytes.subarray(Number(first), Number(last) + 1);
      const end = Number(first) + part.length - 1;
      return {
        status: 206,
        bytes: part,
        headers: { 'content-range': `bytes ${first}-${end}/${bytes.length}` },
      };
    },
    DeleteObject({ key }) {
      objects.delete(key);
      return { status: 204 };
    },
    CreateMultipartUpload({ key }) {
      const id = randomUUID();
      multiparts.set(id, { key, parts: new Map() });
      return xml(
        `<InitiateMultipartUploadResult><Bucket>${name}</Bucket><Key>${escape(key)}</Key>
        <UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    },
    UploadPart(bucketRequest) {
      multipart(bucketRequest).parts.set(
        Number(bucketRequest.query.get('partNumber')),
        bucketRequest.body,
      );
      return { headers: { etag: etagOf(bucketRequest.body) } };
    },
    ListParts(bucketRequest) {
      const after = Number(bucketRequest.query.get('part-number-marker') ?? 0);
      const all = sorted(multipart(bucketRequest)).filter(({ number }) => number > after);
      const page = all.slice(0, partsInPage);
      const parts = page.map(
        ({ number, bytes }) => `<Part><PartNumber>${number}</PartNumber>
          <ETag>${escape(etagOf(bytes))}</ETag><Size>${bytes.length}</Size></Part>`,
      );
      return xml(
        `<ListPartsResult><IsTruncated>${all.length > page.length}</IsTruncated>
        <NextPartNumberMarker>${page.at(-1)?.number ?? 0}</NextPartNumberMarker>
        ${parts.join('')}</ListPartsResult>`,
      );
    },
    ListMultipartUploads({ query }) {
      const prefix = query.get('prefix') ?? '';
      const found = [...multiparts].filter(([, { key }]) => key.startsWith(prefix));
      const uploads = found.map(
        ([id, { key }]) => `<Upload><Key>${escape(key)}</Key><UploadId>${id}</UploadId></Upload>`,
      );
      return xml(
        `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${uploads.join('')}
        </ListMultipartUploadsResult>`,
      );
    },
    CompleteMultipartUpload(bucketRequest) {
      const parts = sorted(multipart(bucketRequest));
      const named = [...bucketRequest.body.toString().matchAll(/<ETag>(.+?)<\/ETag>/g)];
      const known = parts.map(({ bytes }) => etagOf(bytes));
      const same = named.map(([, etag]) => unescape(etag!)).join() === known.join();
      if (parts.length === 0 || !same) throw new Refusal(400, 'InvalidPart');
      if (parts.slice(0, -1).some(({ bytes }) => bytes.length < leastPart)) {
        throw new Refusal(400, 'EntityTooSmall');
      }
      const bytes = Buffer.concat(parts.map((part) => part.bytes));
      objects.set(bucketRequest.key, { bytes, metadata: {} });
      multiparts.delete(bucketRequest.query.get('uploadId')!);
      return xml(
        `<CompleteMultipartUploadResult><Key>${escape(bucketRequest.key)}</Key>
        <ETag>${escape(etagOf(bytes))}</ETag></CompleteMultipartUploadResult>`,
      );
    },
    AbortMultipartUpload(bucketRequest) {
      multipart(bucketRequest);
      multiparts.delete(bucketRequest.query.get('uploadId')!);
      return { status: 204 };
    },
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const bucketOf: TestBucket = {
    options: { bucket: name, endpoint: `http://127.0.0.1:${port}`, credentials },
    objects,
    multiparts,
    requests,
    troubles: () => null,
    async close() {
      for (const response of held) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return bucketOf;
}

function operationOf(method: string, query: URLSearchParams, key: string): string {
  const inParts = query.has('uploadId');
  switch (method) {
    case 'GET':
      if (key === '') return query.has('uploads') ? 'ListMultipartUploads' : 'ListObjects';
      return inParts ? 'ListParts' : 'GetObject';
    case 'HEAD':
      return 'HeadObject';
    case 'PUT':
      return inParts ? 'UploadPart' : 'PutObject';
    case 'POST':
      if (query.has('delete')) return 'DeleteObjects';
      return inParts ? 'CompleteMultipartUpload' : 'CreateMultipartUpload';
    default:
      return inParts ? 'AbortMultipartUpload' : 'DeleteObject';
  }
}

function metadataIn(headers: IncomingMessage['headers']): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(11), String(value)]));
}

function sorted({ parts }: Multipart): Part[] {
  const all = [...parts].map(([number, bytes]) => ({ number, bytes }));
  return all.sort((a, b) => a.number - b.number);
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function unescape(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}
