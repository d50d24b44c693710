import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startBucket, type TestBucket, type Trouble } from '../../../../../tests/support/bucket';
import { basic, startTestService, type TestService } from '../../../../../tests/support/service';
import { uploads } from '../db/schema/files';
import type { AccountWithKey } from '../service';
import { bucketStorage } from './bucket';
import { uploadRecords } from './upload-records';

const mebibyte = 1024 * 1024;
const hour = 3_600_000;
let bucket: TestBucket;
let t: TestService;
let me: AccountWithKey;
beforeAll(async () => {
  bucket = await startBucket();
  t = await startTestService({ filesIn: { bucket: bucket.options } });
});
afterAll(async () => {
  await t.service.close();
  await bucket.close();
});
beforeEach(async () => {
  bucket.troubles = () => null;
  bucket.objects.clear();
  bucket.multiparts.clear();
  await t.store.db.delete(uploads);
  me = await t.addUser();
});

/** From now on, every request of this kind fails this way. */
function trouble(operation: string, what: Trouble): void {
  bucket.troubles = (requestedOperation) => (requestedOperation === operation ? what : null);
}
const busy = { status: 503, code: 'ServiceUnavailable' };

const origin = 'http://localhost:4100';
function ask(method: string, url: string, headers: Record<string, string> = {}, body?: BodyInit) {
  const request = new Request(new URL(url, origin), {
    ...{ method, headers: { authorization: basic(me), ...headers }, body: body ?? null },
    ...{ duplex: 'half' },
  });
  return t.service.handle(request, { address: '192.0.2.1' });
}
const tus = { 'tus-resumable': '1.0.0' };
async function begin(length: number): Promise<string> {
  const headers = { ...tus, 'upload-length': String(length) };
  return (await ask('POST', '/api/v1/tus/', headers)).headers.get('location')!;
}
function patch(url: string, offset: number, body: BodyInit): Promise<Response> {
  const type = { 'content-type': 'application/offset+octet-stream' };
  return ask('PATCH', url, { ...tus, ...type, 'upload-offset': String(offset) }, body);
}
async function offsetOf(url: string): Promise<number> {
  return Number((await ask('HEAD', url, tus)).headers.get('upload-offset'));
}
function post(bytes: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.append('file', new File([bytes], 'film.mp4'));
  return t.call(me, 'POST', '/user_uploads', form);
}
async function download(): Promise<Buffer> {
  const [file] = await listed();
  const response = await ask('GET', `/user_uploads/${file!.path_id}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}
const listed = async () =>
  (await t.call(me, 'GET', '/attachments')).body['attachments'] as {
    id: number;
    path_id: string;
  }[];
const begun = () => t.store.db.select().from(uploads);
/** Ends with an error after all bytes were sent. */
function broken(bytes: Uint8Array): ReadableStream {
  let at = 0;
  return new ReadableStream(
    {
      pull(controller) {
        if (at >= bytes.length) controller.error(new Error('reset'));
        else controller.enqueue(bytes.subarray(at, (at += 64 * 1024)));
      },
    },
    { highWaterMark: 0 },
  );
}

describe('a start', () => {
  const start = (more: object) =>
    bucketStorage({ ...bucket.options, ...more }, uploadRecords(t.store.db), {
      ...{ connect: 1_000, answer: 1_000, start: 1_000 },
    });

  it.each([
    ['no such bucket', { bucket: 'other' }, 'NoSuchBucket'],
    [
      'a wrong secret',
      { credentials: { accessKeyId: 'test-key', secretAccessKey: 'hunter2' } },
      'SignatureDoesNotMatch',
    ],
    ['nobody there', { endpoint: 'http://127.0.0.1:9' }, 'ECONNREFUSED'],
  ])('reports in one line that there is %s', async (_what, more, reason) => {
    const failure = start(more);
    await expect(failure).rejects.toThrow(
      new RegExp(`^The bucket of S3_BUCKET cannot be written \\(${reason}\\)\\. .*credentials\\.$`),
    );
    await expect(failure).rejects.not.toThrow('hunter2');
  });

  it('doesn’t wait for a store that never answers', async () => {
    trouble('PutObject', 'silence');
    await expect(start({})).rejects.toThrow('S3_BUCKET');
  });

  it('leaves nothing in the bucket', async () => {
    await start({});
    expect([...bucket.objects.keys()]).toEqual([]);
  });
});

describe('a file in one request', () => {
  const twelve = randomBytes(12 * mebibyte);

  it('is stored in parts if it is large, and downloads unchanged', async () => {
    expect((await post(twelve)).status).toBe(200);
    expect((await download()).equals(twelve)).toBe(true);
    const [file] = await listed();
    const middle = await ask('GET', `/user_uploads/${file!.path_id}`, {
      range: 'bytes=6000000-6000009',
    });
    expect(middle.status).toBe(206);
    expect(Buffer.from(await middle.arrayBuffer())).toEqual(twelve.subarray(6_000_000, 6_000_010));
    expect(bucket.multiparts.size).toBe(0);
  });

  it.each([
    ['PutObject', 10, busy],
    ['PutObject', 10, { status: 403, code: 'AccessDenied' }],
    ['CreateMultipartUpload', twelve.length, busy],
    ['UploadPart', twelve.length, busy],
    ['CompleteMultipartUpload', twelve.length, busy],
    // Reported after the response has begun, so the status is 200, but it still failed.
    ['CompleteMultipartUpload', twelve.length, { status: 200, code: 'InternalError' }],
  ])('doesn’t exist when %s of %d bytes fails with %j', async (operation, size, what) => {
    trouble(operation, what);
    const { status, body } = await post(twelve.subarray(0, size));
    expect({ status, result: body.result }).toEqual({ status: 500, result: 'error' });
    expect(JSON.stringify(body)).not.toContain(what.code);
    expect(await listed()).toEqual([]);
    expect(bucket.objects.size + bucket.multiparts.size).toBe(0);
    expect(await begun()).toEqual([]);
  });

  it('exists when the bucket was only busy for a moment', async () => {
    let failures = 2;
    const slower: Trouble = { status: 503, code: 'SlowDown' };
    bucket.troubles = (operation) => (operation === 'PutObject' && failures-- > 0 ? slower : null);
    expect((await post(twelve.subarray(0, 10))).status).toBe(200);
    expect((await download()).equals(twelve.subarray(0, 10))).toBe(true);
  });

  it('leaves parts only until the next sweep if they couldn’t be removed', async () => {
    bucket.troubles = (operation) =>
      /^(UploadPart|AbortMultipartUpload)$/.test(operation) ? busy : null;
    expect((await post(twelve)).status).toBe(500);
    expect(bucket.multiparts.size).toBe(1);
    bucket.troubles = () => null;
    await t.store.db.update(uploads).set({ touched: new Date(t.clock.now() - 24 * hour) });
    t.clock.advance(hour);
    await expect.poll(() => bucket.multiparts.size).toBe(0);
    expect(await begun()).toEqual([]);
  });
});

describe('a file in several requests', () => {
  const bytes = randomBytes(17 * mebibyte);

  it('keeps everything that arrived before the connection broke', async () => {
    const url = await begin(bytes.length);
    let at = 0;
    for (const end of [2, 7, 8, 16]) {
      const sent = bytes.subarray(at, end * mebibyte);
      await patch(url, at, broken(sent));
      at = await offsetOf(url);
      expect(at).toBe(end * mebibyte);
    }
    expect((await patch(url, at, bytes.subarray(at))).status).toBe(200);
    expect((await download()).equals(bytes)).toBe(true);
    expect(bucket.multiparts.size).toBe(0);
  });

  it('can grow byte by byte too', async () => {
    const url = await begin(4);
    for (const at of [0, 1, 2]) {
      expect((await patch(url, at, bytes.subarray(at, at + 1))).status).toBe(204);
      expect(await offsetOf(url)).toBe(at + 1);
    }
    await patch(url, 3, bytes.subarray(3, 4));
    expect((await download()).equals(bytes.subarray(0, 4))).toBe(true);
  });

  it.each([5, 10])('can end where a part ends, at %d MiB', async (size) => {
    const url = await begin(size * mebibyte);
    expect((await patch(url, 0, bytes.subarray(0, size * mebibyte))).status).toBe(200);
    expect((await download()).equals(bytes.subarray(0, size * mebibyte))).toBe(true);
  });

  it('loses nothing that was acknowledged when its process is killed', async () => {
    const url = await begin(bytes.length);
    await patch(url, 0, bytes.subarray(0, 2 * mebibyte));
    // As if the process was killed right after a part included the waiting bytes.
    trouble('PutObject', busy);
    expect((await patch(url, 2 * mebibyte, bytes.subarray(2 * mebibyte, 6 * mebibyte))).ok).toBe(
      false,
    );
    bucket.troubles = () => null;
    expect(await offsetOf(url)).toBe(5 * mebibyte);
    expect((await patch(url, 5 * mebibyte, bytes.subarray(5 * mebibyte))).status).toBe(200);
    expect((await download()).equals(bytes)).toBe(true);
  });

  it('continues where the bucket failed', async () => {
    const url = await begin(bytes.length);
    let parts = 0;
    bucket.troubles = (operation) => (operation === 'UploadPart' && ++parts > 1 ? busy : null);
    expect((await patch(url, 0, bytes)).status).toBe(500);
    bucket.troubles = () => null;
    expect(await offsetOf(url)).toBe(5 * mebibyte);
    expect(await listed()).toEqual([]);
    expect((await patch(url, 5 * mebibyte, bytes.subarray(5 * mebibyte))).status).toBe(200);
    expect((await download()).equals(bytes)).toBe(true);
  });

  it.each([busy, { status: 200, code: 'InternalError' }])(
    'is completed by the next status request, if completing failed with %j',
    async (what) => {
      const url = await begin(10);
      trouble('CompleteMultipartUpload', what);
      expect((await patch(url, 0, bytes.subarray(0, 10))).status).toBe(500);
      expect((await ask('HEAD', url, tus)).status).toBe(500);
      expect(await listed()).toEqual([]);
      bucket.troubles = () => null;
      expect(await offsetOf(url)).toBe(10);
      expect((await download()).equals(bytes.subarray(0, 10))).toBe(true);
    },
  );

  it('is gone, not complete, if its parts were removed from the bucket', async () => {
    const url = await begin(10);
    await patch(url, 0, bytes.subarray(0, 5));
    bucket.multiparts.clear();
    expect((await ask('HEAD', url, tus)).status).toBe(410);
    expect((await patch(url, 5, bytes.subarray(5, 10))).status).toBe(410);
    expect(await listed()).toEqual([]);
  });

  it('is gone if the bucket has a different length of it', async () => {
    const url = await begin(10);
    bucket.troubles = (operation, key) => {
      const object = bucket.objects.get(key);
      if (operation === 'HeadObject' && object) {
        bucket.objects.set(key, { ...object, bytes: object.bytes.subarray(1) });
      }
      return null;
    };
    expect((await patch(url, 0, bytes.subarray(0, 10))).status).toBe(410);
    expect(await listed()).toEqual([]);
  });

  it('leaves nothing when it is canceled', async () => {
    const url = await begin(bytes.length);
    await patch(url, 0, bytes.subarray(0, 6 * mebibyte));
    expect((await ask('DELETE', url, tus)).status).toBe(204);
    expect(bucket.objects.size + bucket.multiparts.size).toBe(0);
    expect(await begun()).toEqual([]);
  });

  it('treats metadata that looks like the bucket’s headers as plain data', async () => {
    const given = `contentType ${btoa('a\r\nx-amz-acl: public-read')}`;
    const headers = { ...tus, 'upload-length': '1', 'upload-metadata': given };
    const created = await ask('POST', '/api/v1/tus/', headers);
    expect(created.status).toBe(201);
    const head = await ask('HEAD', created.headers.get('location')!, tus);
    expect(head.headers.get('upload-metadata')).toBe(given);
  });
});

describe('a download', () => {
  let url: string;
  let key: string;
  beforeEach(async () => {
    await post(randomBytes(1000));
    key = (await listed())[0]!.path_id;
    url = `/user_uploads/${key}`;
  });

  it('is missing if the object is missing', async () => {
    bucket.objects.delete(key);
    expect((await ask('GET', url)).status).toBe(404);
  });

  it('is missing if half of the object is missing, in whole and in part', async () => {
    const { bytes, ...rest } = bucket.objects.get(key)!;
    bucket.objects.set(key, { ...rest, bytes: bytes.subarray(0, 500) });
    expect((await ask('GET', url)).status).toBe(404);
    expect((await ask('GET', url, { range: 'bytes=600-700' })).status).toBe(404);
    expect((await ask('GET', url, { range: 'bytes=0-100' })).status).toBe(206);
  });

  it('isn’t reported missing while the bucket is busy', async () => {
    trouble('GetObject', busy);
    const response = await ask('GET', url);
    expect(response.status).toBe(503);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('breaks off if the bucket does', async () => {
    trouble('GetObject', 'half');
    const response = await ask('GET', url);
    expect(response.headers.get('content-length')).toBe('1000');
    await expect(response.arrayBuffer()).rejects.toThrow();
  });

  it('never reveals the bucket', async () => {
    const response = await ask('GET', url);
    expect(JSON.stringify([...response.headers])).not.toContain('amz');
    expect(response.headers.get('location')).toBe(null);
  });
});

describe('removing', () => {
  it('is repeated later if the bucket was busy', async () => {
    await post(randomBytes(10));
    trouble('DeleteObject', busy);
    expect((await t.call(me, 'DELETE', `/attachments/${(await listed())[0]!.id}`)).status).toBe(
      200,
    );
    expect(await listed()).toEqual([]);
    expect(bucket.objects.size).toBe(1);
    bucket.troubles = () => null;
    t.clock.advance(hour);
    await expect.poll(() => bucket.objects.size).toBe(0);
  });
});
