import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { basic, startTestService, type TestService } from '../../../../../tests/support/service';
import { attachments, uploads } from '../db/schema/files';
import type { AccountWithKey } from '../service';
import { storageNames, storages, type TestStorage } from '../../../../../tests/support/storages';

describe.each(storageNames)('in %s', (place) => {
  let storage: TestStorage;
  let t: TestService;
  let me: AccountWithKey;
  beforeAll(async () => {
    storage = await storages[place]();
    const rules = { maxFileMib: 1, quotaMib: 4 };
    t = await startTestService({ uploads: rules, filesIn: storage.place });
  });
  afterAll(async () => {
    await t.service.close();
    await storage.close();
  });
  beforeEach(async () => {
    me = await t.addUser();
    await t.store.db.delete(uploads);
  });

  const origin = 'http://localhost:4100';
  const base = `${origin}/api/v1/tus/`;
  const octets = 'application/offset+octet-stream';

  interface Sent {
    readonly as?: AccountWithKey | null;
    readonly headers?: Record<string, string>;
    readonly body?: BodyInit;
  }

  /**
   * A request with the version and credentials that all requests need. Empty headers are left out.
   */
  async function ask(method: string, url: string, { as = me, headers, body }: Sent = {}) {
    const all = new Headers({ 'tus-resumable': '1.0.0', ...headers });
    if (as) all.set('authorization', basic(as));
    for (const [name, value] of [...all]) if (value === '') all.delete(name);
    const request = new Request(url, {
      ...{ method, headers: all, body: body ?? null },
      ...{ duplex: 'half' },
    });
    return t.service.handle(request, { address: '192.0.2.1' });
  }

  const b64 = (text: string) => Buffer.from(text).toString('base64');
  async function create(length: number, more: Record<string, string> = {}, body?: BodyInit) {
    const headers = {
      'upload-length': String(length),
      'upload-metadata': `filename ${b64('film (1).mp4')},filetype ${b64('video/mp4')}`,
      ...more,
    };
    return ask('POST', base, { headers, ...(body !== undefined && { body }) });
  }
  async function begin(length: number): Promise<string> {
    const response = await create(length);
    expect(response.status).toBe(201);
    return response.headers.get('location')!;
  }
  const patch = (url: string, offset: number, body: BodyInit, more: Record<string, string> = {}) =>
    ask('PATCH', url, {
      headers: { 'content-type': octets, 'upload-offset': String(offset), ...more },
      body,
    });
  const offsetOf = async (url: string) => (await ask('HEAD', url)).headers.get('upload-offset');

  /** Checks the form of every failure: a status, and JSON with a message. */
  async function expectRefusal(response: Response, status: number) {
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ message: expect.stringMatching(/\w/) });
  }

  describe('the core protocol', () => {
    it('starts, continues and finishes an upload that becomes an attachment', async () => {
      const queue = await t.call(me, 'POST', '/register', { event_types: ['attachment'] });
      const created = await create(11);
      expect(created.status).toBe(201);
      expect(created.headers.get('tus-resumable')).toBe('1.0.0');
      expect(created.headers.get('upload-offset')).toBe('0');
      const url = created.headers.get('location')!;
      expect(url).toMatch(
        /^http:\/\/localhost:4100\/api\/v1\/tus\/1\/[\da-f]{1,2}\/[\w-]{24}\/film-1.mp4$/,
      );

      const head = await ask('HEAD', url);
      expect(head.status).toBe(200);
      expect(Object.fromEntries(head.headers)).toMatchObject({
        'upload-offset': '0',
        'upload-length': '11',
        'cache-control': 'no-store',
        'tus-resumable': '1.0.0',
        'upload-metadata': `filename ${b64('film (1).mp4')},filetype ${b64('video/mp4')}`,
      });

      const first = await patch(url, 0, 'hello ');
      expect(first.status).toBe(204);
      expect(first.headers.get('upload-offset')).toBe('6');
      expect(await offsetOf(url)).toBe('6');
      const last = await patch(url, 6, 'world');
      expect(last.status).toBe(200);
      expect(last.headers.get('upload-offset')).toBe('11');
      const path_id = decodeURIComponent(url.slice(base.length));
      expect(await last.json()).toEqual({
        url: `/user_uploads/${path_id}`,
        filename: 'film (1).mp4',
      });

      const { body } = await t.call(me, 'GET', '/attachments');
      expect(body['attachments']).toMatchObject([{ name: 'film (1).mp4', path_id, size: 11 }]);
      const polled = await t.call(me, 'GET', '/events', {
        ...{ queue_id: queue.body.queue_id, last_event_id: -1, dont_block: true },
      });
      expect(polled.body.events).toMatchObject([{ op: 'add', attachment: { path_id } }]);
      const file = await t.service.handle(
        new Request(`${origin}/user_uploads/${path_id}`, { headers: { authorization: basic(me) } }),
        { address: '192.0.2.1' },
      );
      expect(await file.text()).toBe('hello world');
      expect(file.headers.get('content-type')).toBe('video/mp4');
    });

    it('refuses an offset other than the upload’s current one, and changes nothing', async () => {
      const url = await begin(10);
      await patch(url, 0, '12345');
      for (const offset of [0, 4, 6, 10]) await expectRefusal(await patch(url, offset, 'x'), 409);
      expect(await offsetOf(url)).toBe('5');
    });

    it.each(['', '-1', '1.5', 'x', '99999999999999999999'])(
      'refuses the offset %j',
      async (given) => {
        const url = await begin(10);
        await expectRefusal(await patch(url, 0, 'x', { 'upload-offset': given }), 400);
      },
    );

    it.each(['application/octet-stream', ''])('refuses a PATCH of type %j', async (type) => {
      const url = await begin(10);
      await expectRefusal(await patch(url, 0, 'x', { 'content-type': type }), 415);
      expect(await offsetOf(url)).toBe('0');
    });

    it.each(['', '0.2.2', '1.0.1'])('processes nothing in version %j', async (spoken) => {
      const url = await begin(10);
      for (const response of [
        await create(5, { 'tus-resumable': spoken }),
        await patch(url, 0, 'x', { 'tus-resumable': spoken }),
        await ask('DELETE', url, { headers: { 'tus-resumable': spoken } }),
      ]) {
        expect(response.headers.get('tus-version')).toBe('1.0.0');
        await expectRefusal(response, 412);
      }
      expect(await offsetOf(url)).toBe('0');
      expect(await t.store.db.select().from(uploads)).toHaveLength(1);
    });

    it('answers OPTIONS for anyone', async () => {
      const response = await ask('OPTIONS', base, { as: null, headers: { 'tus-resumable': '' } });
      expect(response.status).toBe(204);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'tus-resumable': '1.0.0',
        'tus-version': '1.0.0',
        'tus-extension': 'creation,creation-with-upload,termination',
        'tus-max-size': '1048576',
      });
    });

    it('reads the method from the header if present', async () => {
      const url = await begin(3);
      const headers = {
        'x-http-method-override': 'PATCH',
        'content-type': octets,
        'upload-offset': '0',
      };
      expect((await ask('POST', url, { headers, body: 'abc' })).status).toBe(200);
    });

    it('accepts no more than the announced length', async () => {
      const url = await begin(3);
      await expectRefusal(await patch(url, 0, 'abcd', { 'content-length': '4' }), 413);
      const stream = new Blob(['abcdef']).stream();
      await expectRefusal(await patch(url, 0, stream), 413);
      expect(Number(await offsetOf(url))).toBeLessThanOrEqual(3);
    });

    it('doesn’t find missing uploads, or those of other users', async () => {
      const url = await begin(10);
      const other = await t.addUser();
      const missing = `${base}1/a/${'x'.repeat(24)}/film.mp4`;
      for (const [target, as] of [
        [missing, me],
        [url, other],
        [`${base}1/a/..%2f..%2fx/film.mp4`, me],
      ] as const) {
        const headers = { 'content-type': octets, 'upload-offset': '0' };
        const head = await ask('HEAD', target, { as });
        expect(head.status).toBe(404);
        expect(head.headers.has('upload-offset')).toBe(false);
        await expectRefusal(await ask('PATCH', target, { as, headers, body: 'x' }), 404);
        await expectRefusal(await ask('DELETE', target, { as }), 404);
      }
      expect(await offsetOf(url)).toBe('0');
    });

    it('serves no downloads', async () => {
      const response = await ask('GET', await begin(1));
      expect(response.headers.get('allow')).toContain('HEAD');
      await expectRefusal(response, 405);
    });

    it('keeps all that arrived before the connection broke', async () => {
      const part = 64 * 1024;
      const url = await begin(12 * part);
      let sent = 0;
      // Each part is available only after the previous one was read.
      const broken = new ReadableStream(
        {
          pull(controller) {
            if (sent === 10) controller.error(new Error('reset'));
            else controller.enqueue(new Uint8Array(part).fill((sent += 1)));
          },
        },
        { highWaterMark: 0 },
      );
      await patch(url, 0, broken);
      expect(await offsetOf(url)).toBe(String(10 * part));
      const last = await patch(url, 10 * part, new Uint8Array(2 * part));
      expect(last.status).toBe(200);
    });

    it('lets a later request take over an upload from one that hangs', async () => {
      const url = await begin(10);
      const hanging = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('12345'));
        },
      });
      const first = patch(url, 0, hanging);
      await expect.poll(() => offsetOf(url)).toBe('5');
      expect((await first).headers.get('upload-offset')).toBe('5');
      expect((await patch(url, 5, '67890')).status).toBe(200);
    });
  });

  describe('creation', () => {
    it.each([
      ['no length', { 'upload-length': '' }, 411],
      ['a deferred length', { 'upload-length': '', 'upload-defer-length': '1' }, 411],
      ['a negative length', { 'upload-length': '-1' }, 400],
      ['a length that is no number', { 'upload-length': '1e3' }, 400],
      ['more than the limit', { 'upload-length': '1048577' }, 413],
      ['metadata that cannot be read', { 'upload-metadata': 'filename ***' }, 400],
      ['a name with a null byte', { 'upload-metadata': `filename ${b64('a\0.txt')}` }, 400],
      ['the same key twice', { 'upload-metadata': 'a Yg==,a Yg==' }, 400],
    ])('refuses %s', async (_what, headers, status) => {
      await expectRefusal(await create(5, headers), status);
      expect(await t.store.db.select().from(uploads)).toEqual([]);
    });

    it('accepts exactly the limit', async () => {
      expect((await create(1024 * 1024)).status).toBe(201);
    });

    it('refuses with 413 what exceeds the quota, including the user’s own unfinished uploads', async () => {
      for (const _upload of [1, 2, 3]) await begin(1024 * 1024);
      await expectRefusal(await create(1024 * 1024), 413);
      const forever = await t.call(me, 'GET', '/attachments');
      expect(forever.body['upload_space_used']).toBeLessThan(1024 * 1024);
    });

    it.each([
      ['no name', ''],
      ['a blank name', `filename ${b64('  ')}`],
      ['a dot', `filename ${b64('.')}`],
      ['two dots', `filename ${b64('..')}`],
      ['a key without value', 'filename'],
    ])('uses the name uploaded-file for %s', async (_what, metadata) => {
      const response = await create(1, { 'upload-metadata': metadata });
      expect(response.headers.get('location')).toMatch(/\/uploaded-file$/);
    });

    it('keeps a name with path traversal inside the folder', async () => {
      const metadata = `filename ${b64('../../../etc/passwd')}`;
      const response = await create(1, { 'upload-metadata': metadata });
      expect(response.headers.get('location')).toMatch(/\/1\/[\da-f]{1,2}\/[\w-]{24}\/passwd$/);
    });

    it('guesses the type from the name if none is given', async () => {
      const metadata = `filename ${b64('a.png')}`;
      const created = await create(1, { 'upload-metadata': metadata });
      await patch(created.headers.get('location')!, 0, 'x');
      const rows = await t.store.db.select().from(attachments);
      expect(rows.at(-1)).toMatchObject({ name: 'a.png', content_type: 'image/png' });
    });

    it('finishes an empty file immediately', async () => {
      const response = await create(0);
      expect(response.status).toBe(200);
      expect(response.headers.get('location')).toMatch(/film-1.mp4$/);
      expect(await response.json()).toMatchObject({ filename: 'film (1).mp4' });
    });

    it('accepts the first part, or everything, with the creation', async () => {
      const part = await create(6, { 'content-type': octets }, 'abc');
      expect(part.status).toBe(201);
      expect(part.headers.get('upload-offset')).toBe('3');
      expect(await offsetOf(part.headers.get('location')!)).toBe('3');
      const whole = await create(3, { 'content-type': octets }, 'abc');
      expect(whole.status).toBe(200);
      expect(whole.headers.get('location')).toMatch(/film-1.mp4$/);
      expect(await whole.json()).toMatchObject({ filename: 'film (1).mp4' });
    });

    it('refuses to concatenate parts, which it doesn’t announce', async () => {
      const response = await create(5, { 'upload-concat': 'partial' });
      expect(response.status).toBeGreaterThanOrEqual(400);
    });
  });

  describe('termination', () => {
    it('deletes an upload, which then doesn’t exist', async () => {
      const url = await begin(10);
      await patch(url, 0, 'abc');
      expect((await ask('DELETE', url)).status).toBe(204);
      expect((await ask('HEAD', url)).status).toBe(404);
      await expectRefusal(await patch(url, 3, 'def'), 404);
    });

    it('doesn’t delete a complete file', async () => {
      const url = await begin(3);
      await patch(url, 0, 'abc');
      await expectRefusal(await ask('DELETE', url), 400);
      expect((await t.call(me, 'GET', '/attachments')).body['attachments']).toHaveLength(1);
    });
  });

  describe('permission', () => {
    it('is checked before anything else', async () => {
      const url = await begin(3);
      const stranger = { ...me, api_key: 'x'.repeat(32) };
      for (const as of [null, stranger]) {
        const headers = { 'upload-length': '3' };
        await expectRefusal(await ask('POST', base, { as, headers }), 401);
        const patched = { 'content-type': octets, 'upload-offset': '0' };
        await expectRefusal(await ask('PATCH', url, { as, headers: patched, body: 'abc' }), 401);
        expect((await ask('HEAD', url, { as })).status).toBe(401);
      }
      expect(await offsetOf(url)).toBe('0');
    });
  });

  describe('a lost response', () => {
    it('is recovered by requesting the current offset', async () => {
      const url = await begin(3);
      await patch(url, 0, 'abc');
      // As if the process had been killed between the last byte and creating the attachment.
      await t.store.db.delete(attachments);
      expect(await offsetOf(url)).toBe('3');
      expect((await t.call(me, 'GET', '/attachments')).body['attachments']).toHaveLength(1);
      expect(await offsetOf(url)).toBe('3');
      expect((await t.call(me, 'GET', '/attachments')).body['attachments']).toHaveLength(1);
      const again = await patch(url, 3, '');
      expect(await again.json()).toMatchObject({ filename: 'film (1).mp4' });
    });
  });
});
