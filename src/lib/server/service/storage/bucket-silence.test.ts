import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startBucket, type TestBucket, type Trouble } from '../../../../../tests/support/bucket';
import { basic, startTestService, type TestService } from '../../../../../tests/support/service';
import { bucketStorage, defaultBucketTimeouts } from './bucket';
import { uploadRecords } from './upload-records';

const mebibyte = 1024 * 1024;
let bucket: TestBucket;
let t: TestService;
beforeAll(async () => {
  bucket = await startBucket();
  t = await startTestService({
    filesIn: { bucket: bucket.options, patience: { connect: 1_000, answer: 500, start: 5_000 } },
  });
});
afterAll(async () => {
  bucket.troubles = () => null;
  await t.service.close();
  await bucket.close();
});
beforeEach(() => {
  bucket.troubles = () => null;
  bucket.objects.clear();
  bucket.multiparts.clear();
});

function ask(method: string, url: string, headers: Record<string, string>, body?: BodyInit) {
  const request = new Request(new URL(url, 'http://localhost:4100'), {
    ...{ method, body: body ?? null, duplex: 'half' },
    headers: { authorization: basic(t.owner), 'tus-resumable': '1.0.0', ...headers },
  });
  return t.service.handle(request, { address: '192.0.2.1' });
}
async function begin(length: number): Promise<string> {
  const made = await ask('POST', '/api/v1/tus/', { 'upload-length': String(length) });
  return made.headers.get('location')!;
}
function patch(url: string, offset: number, body: BodyInit): Promise<Response> {
  const type = { 'content-type': 'application/offset+octet-stream' };
  return ask('PATCH', url, { ...type, 'upload-offset': String(offset) }, body);
}
function post(bytes: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.append('file', new File([bytes], 'film.mp4'));
  return t.call(t.owner, 'POST', '/user_uploads', form);
}

describe('a store that accepts everything and never answers', () => {
  it('fails with an error that can be retried', async () => {
    const storage = await bucketStorage(bucket.options, uploadRecords(t.store.db), {
      ...{ connect: 1_000, answer: 50, start: 5_000 },
    });
    bucket.troubles = () => 'silence';
    const write = storage.write('1/a/b/c', Readable.from([Buffer.from('x')]));
    await expect(write).rejects.toMatchObject({ status: 503 });
    const large = storage.write('1/a/b/d', Readable.from([randomBytes(12 * mebibyte)]));
    await expect(large).rejects.toMatchObject({ status: 503 });
    await expect(storage.read('1/a/b/c', { start: 0, end: 1 })).rejects.toMatchObject({
      status: 503,
    });
  });

  it('fails within 30 seconds, including all retries', () => {
    const tries = 3;
    expect(
      tries * Math.max(defaultBucketTimeouts.answer, defaultBucketTimeouts.connect),
    ).toBeLessThan(28_000);
  });

  it('loses no stored bytes, and the upload continues afterward', async () => {
    const bytes = randomBytes(6 * mebibyte);
    const url = await begin(bytes.length);
    await patch(url, 0, bytes.subarray(0, 100));
    bucket.troubles = () => 'silence';
    const stuck = await patch(url, 100, bytes.subarray(100));
    expect(stuck.status).toBe(503);
    expect(await stuck.json()).toEqual({
      message: expect.stringContaining('Try again') as string,
    });
    bucket.troubles = () => null;
    const head = await ask('HEAD', url, {});
    expect(head.headers.get('upload-offset')).toBe('100');
    const rest = await patch(url, 100, bytes.subarray(100));
    expect(rest.status).toBe(200);
    // Only the file: no partial part is left beside it.
    expect(bucket.objects.size).toBe(1);
    expect([...bucket.objects.values()][0]!.bytes.equals(bytes)).toBe(true);
  });

  it('is not reported as the fault of a client that sends a file at once', async () => {
    bucket.troubles = () => 'silence';
    expect((await post(randomBytes(10))).status).toBe(503);
  });
});

describe('a store that assembles a file but whose response is lost', () => {
  const onceUnheard = (): ((operation: string) => Trouble | null) => {
    let left = 1;
    return (operation) =>
      operation === 'CompleteMultipartUpload' && left-- > 0 ? 'unheard' : null;
  };

  it('has all of a resumable upload', async () => {
    const bytes = randomBytes(6 * mebibyte);
    const url = await begin(bytes.length);
    bucket.troubles = onceUnheard();
    expect((await patch(url, 0, bytes)).status).toBe(200);
    expect([...bucket.objects.values()][0]!.bytes.equals(bytes)).toBe(true);
  });

  it('has all of a file sent in one request', async () => {
    const bytes = randomBytes(12 * mebibyte);
    bucket.troubles = onceUnheard();
    expect((await post(bytes)).status).toBe(200);
    expect([...bucket.objects.values()][0]!.bytes.equals(bytes)).toBe(true);
  });
});
