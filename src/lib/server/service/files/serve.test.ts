import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { basic, startTestService, type TestService } from '../../../../../tests/support/service';
import { subscriptions } from '../db/schema/streams';
import type { AccountWithKey } from '../service';
import { storageNames, storages, type TestStorage } from '../../../../../tests/support/storages';

describe.each(storageNames)('in %s', (place) => {
  let storage: TestStorage;
  let t: TestService;
  let me: AccountWithKey;
  let other: AccountWithKey;
  beforeAll(async () => {
    storage = await storages[place]();
    t = await startTestService({ filesIn: storage.place });
  });
  afterAll(async () => {
    await t.service.close();
    await storage.close();
  });
  beforeEach(async () => {
    me = await t.addUser();
    other = await t.addUser();
  });

  async function upload(content: BlobPart = 'content', name = 'notes.txt', by = me, type = '') {
    const form = new FormData();
    form.append('file', new File([content], name, { type }));
    const { body } = await t.call(by, 'POST', '/user_uploads', form);
    return body['url'] as string;
  }

  function fetchFile(
    path: string,
    as: AccountWithKey | null,
    headers: Record<string, string> = {},
    method = 'GET',
  ): Promise<Response> {
    const all = new Headers(headers);
    if (as) all.set('authorization', basic(as));
    const request = new Request(`http://localhost:4100${path}`, { method, headers: all });
    return t.service.handle(request, { address: '192.0.2.1' });
  }
  const statusOf = async (path: string, as: AccountWithKey | null) =>
    (await fetchFile(path, as)).status;

  async function send(to: object, content: string, by = me): Promise<number> {
    const { body } = await t.call(by, 'POST', '/messages', { ...to, content });
    return body['id'] as number;
  }
  const attachmentsOf = async (account: AccountWithKey) =>
    (await t.call(account, 'GET', '/attachments')).body['attachments'] as {
      id: number;
      messages: { id: number; date_sent: number }[];
    }[];

  describe('a file', () => {
    it('is served unchanged to its owner', async () => {
      const bytes = new Uint8Array(100_000).map((_, i) => (i * 7919) % 251);
      const url = await upload(bytes, 'Bild „1“.png');
      const response = await fetchFile(url, me);
      expect(response.status).toBe(200);
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/png',
        'content-length': '100000',
        'accept-ranges': 'bytes',
        'cache-control': expect.stringContaining('private'),
        'content-disposition': `inline; filename="Bild _1_.png"; filename*=UTF-8''Bild%20%E2%80%9E1%E2%80%9C.png`,
      });
    });

    it.each([
      ['page.html', 'text/html'],
      ['picture.svg', 'image/svg+xml'],
      ['script.js', 'text/javascript'],
      ['archive.zip', 'application/zip'],
      ['nothing', 'application/octet-stream'],
      ['feed.xml', 'text/xml'],
    ])('is downloaded instead of shown when it is %s', async (name, type) => {
      const response = await fetchFile(await upload('<script>', name), me);
      expect(response.headers.get('content-type')).toBe(type);
      expect(response.headers.get('content-disposition')).toMatch(/^attachment;/);
    });

    it('has the client’s content type if that is valid', async () => {
      const typeOf = async (name: string, said: string) =>
        (await fetchFile(await upload('x', name, me, said), me)).headers.get('content-type');
      expect(await typeOf('a.bin', 'image/png')).toBe('image/png');
      expect(await typeOf('a.txt', 'text/plain; charset=latin1')).toBe('text/plain; charset=utf-8');
      expect(await typeOf('a.png', 'x')).toBe('image/png');
    });

    it.each([
      ['a.bin', 'application/octet-stream'],
      ['a.png', 'image/png'],
      ['nothing', 'application/octet-stream'],
      ['notes.txt', 'text/plain; charset=utf-8'],
    ])('has a type guessed from its name if the client gave none: %s', async (name, type) => {
      const boundary = 'x'.repeat(20);
      const body = Buffer.concat([
        Buffer.from(`--${boundary}\r\n`),
        Buffer.from(`content-disposition: form-data; name="f"; filename="${name}"\r\n\r\n`),
        Buffer.from([0, 255, 1, 254]),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]);
      const reply = await t.service.handle(
        new Request('http://localhost:4100/api/v1/user_uploads', {
          method: 'POST',
          headers: {
            authorization: basic(me),
            'content-type': `multipart/form-data; boundary=${boundary}`,
          },
          body,
        }),
        { address: '192.0.2.1' },
      );
      const { url } = (await reply.json()) as { url: string };
      expect((await fetchFile(url, me)).headers.get('content-type')).toBe(type);
    });

    it('is downloaded from the download URL', async () => {
      const url = await upload('x', 'photo.jpg');
      const download = url.replace('/user_uploads/', '/user_uploads/download/');
      const response = await fetchFile(download, me);
      expect(response.headers.get('content-disposition')).toMatch(
        /^attachment; filename="photo.jpg"/,
      );
    });

    it('is served for an `api_key` too, with the error codes of keys', async () => {
      const url = await upload('x');
      expect((await fetchFile(`${url}?api_key=${me.api_key}`, null)).status).toBe(200);
      expect((await fetchFile(`${url}?api_key=${'x'.repeat(32)}`, null)).status).toBe(401);
      expect((await fetchFile(url, { ...me, api_key: 'x'.repeat(32) })).status).toBe(401);
    });

    it('keeps its ETag until it is deleted', async () => {
      const url = await upload('x');
      const etag = (await fetchFile(url, me)).headers.get('etag')!;
      expect((await fetchFile(url, me, { 'if-none-match': etag })).status).toBe(304);
      expect((await fetchFile(url, me, { 'if-none-match': '"else"' })).status).toBe(200);
      const [file] = await attachmentsOf(me);
      await t.call(me, 'DELETE', `/attachments/${file!.id}`);
      expect((await fetchFile(url, me, { 'if-none-match': etag })).status).toBe(404);
    });

    it('answers HEAD like GET, without the file', async () => {
      const url = await upload('12345');
      const response = await fetchFile(url, me, {}, 'HEAD');
      expect(response.status).toBe(200);
      expect(response.headers.get('content-length')).toBe('5');
      expect(await response.text()).toBe('');
      expect((await fetchFile(url, me, {}, 'DELETE')).status).toBe(405);
    });

    it.each([
      ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
      ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
      ['bytes=-3', 206, '789', 'bytes 7-9/10'],
      ['bytes=-30', 206, '0123456789', 'bytes 0-9/10'],
      ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
      ['bytes=10-', 416, '', 'bytes */10'],
      ['bytes=-0', 416, '', 'bytes */10'],
      ['bytes=5-2', 200, '0123456789', null],
      ['bytes=0-1,4-5', 200, '0123456789', null],
      ['lines=1-2', 200, '0123456789', null],
      ['bytes=-', 200, '0123456789', null],
    ])('answers %s with %d', async (range, status, text, contentRange) => {
      const response = await fetchFile(await upload('0123456789'), me, { range });
      expect(response.status).toBe(status);
      expect(response.headers.get('content-range')).toBe(contentRange);
      expect(await response.text()).toBe(text);
    });

    it('is served whole if the requested range is of another version', async () => {
      const url = await upload('0123456789');
      const etag = (await fetchFile(url, me)).headers.get('etag')!;
      const part = await fetchFile(url, me, { range: 'bytes=1-2', 'if-range': etag });
      expect(part.status).toBe(206);
      expect((await fetchFile(url, me, { range: 'bytes=1-2', 'if-range': '"x"' })).status).toBe(
        200,
      );
    });

    it('is found under a URL with escaped slashes', async () => {
      const url = await upload('0123456789');
      const [, , ...parts] = url.split('/');
      expect(await statusOf(`/user_uploads/${parts.join('%2F')}`, me)).toBe(200);
    });

    it.each([
      '/user_uploads/1/../../etc/passwd',
      '/user_uploads/1/a/..%2f..%2f..%2fetc/passwd',
      '/user_uploads/1%2fa',
      '/user_uploads/1%2f..%2f..%2fetc%2fpasswd',
      '/user_uploads/%00',
      '/user_uploads/1//x',
      '/user_uploads/1/a/b/%ff',
      '/user_uploads/temporary',
      '/user_uploads/download',
      '/user_uploads/thumbnail/1/a/x/photo.png/300x200.webp',
    ])('doesn’t exist at %s', async (path) => {
      expect([400, 403, 404]).toContain(await statusOf(path, me));
    });
  });

  describe('a temporary URL', () => {
    const ask = (url: string, as: AccountWithKey) => t.call(as, 'GET', url);

    it('works for a minute, for anyone', async () => {
      const { body } = await ask(await upload('secret'), me);
      const url = body['url'] as string;
      expect(url).toMatch(/^\/user_uploads\/temporary\/[^/]+\/notes.txt$/);
      expect(await (await fetchFile(url, null)).text()).toBe('secret');
      t.clock.advance(59_000);
      expect(await statusOf(url, null)).toBe(200);
      t.clock.advance(2_000);
      expect(await statusOf(url, null)).toBe(403);
    });

    it('can’t be forged or changed', async () => {
      const { body } = await ask(await upload('secret'), me);
      const [, , , token = ''] = (body['url'] as string).split('/');
      const [words = '', signature = ''] = token.split('.');
      const later = Buffer.from(words, 'base64url')
        .toString()
        .replace(/\d+\]$/, '99999999999]');
      for (const forged of [
        `${Buffer.from(later).toString('base64url')}.${signature}`,
        `${words}.`,
        words,
        `${words}.${signature.slice(0, -2)}`,
        `.${signature}`,
        'x.y',
      ]) {
        expect(await statusOf(`/user_uploads/temporary/${forged}/notes.txt`, null)).toBe(403);
      }
    });

    it('is given to those who can read the file', async () => {
      const url = await upload('secret');
      expect((await ask(url, other)).status).toBe(403);
      expect((await ask(`${url}x`, me)).status).toBe(404);
      expect((await ask(url.replace('/1/', '/2/'), me)).status).toBe(404);
    });
  });

  describe('access to a file', () => {
    let url: string;
    beforeEach(async () => {
      url = await upload();
    });
    const link = () => `[notes.txt](${url})`;
    const direct = (to: AccountWithKey) => ({ type: 'direct', to: [to.user_id] });

    it('is limited to its owner while no message links it', async () => {
      expect(await statusOf(url, me)).toBe(200);
      expect(await statusOf(url, other)).toBe(403);
      expect(await statusOf(url, null)).toBe(403);
    });

    it('includes the recipients of a direct message', async () => {
      await send(direct(other), link());
      expect(await statusOf(url, other)).toBe(200);
      expect(await statusOf(url, await t.addUser())).toBe(403);
    });

    it('includes everyone but guests, in a public channel', async () => {
      const { id } = await addChannel(t, {}, [me]);
      await send({ type: 'stream', to: id, topic: 'x' }, link());
      expect(await statusOf(url, other)).toBe(200);
      expect(await statusOf(url, await t.addUser({ role: 600 }))).toBe(403);
      expect(await statusOf(url, null)).toBe(403);
    });

    it('includes a private channel’s subscribers, and later ones if history is shared', async () => {
      for (const shared of [true, false]) {
        url = await upload();
        const channel = await addChannel(
          t,
          { invite_only: true, history_public_to_subscribers: shared },
          [me, other],
        );
        await send({ type: 'stream', to: channel.id, topic: 'x' }, link());
        expect(await statusOf(url, other)).toBe(200);
        const later = await t.addUser();
        expect(await statusOf(url, later)).toBe(403);
        await t.store.db.insert(subscriptions).values({
          stream_id: channel.id,
          user_id: later.user_id,
          color: '#76ce90',
        });
        expect(await statusOf(url, later)).toBe(shared ? 200 : 403);
      }
    });

    it('includes anyone at all, in a web-public channel', async () => {
      const { id } = await addChannel(t, { is_web_public: true }, [me]);
      await send({ type: 'stream', to: id, topic: 'x' }, link());
      expect(await statusOf(url, null)).toBe(200);
    });

    it('grows when a reader shares it, but not by guessing its URL', async () => {
      const third = await t.addUser();
      await send(direct(third), link(), other);
      expect(await statusOf(url, third)).toBe(403);
      expect(await statusOf(url, other)).toBe(403);
      await send(direct(other), link());
      await send(direct(third), link(), other);
      expect(await statusOf(url, third)).toBe(200);
    });

    it('ends when the message is deleted', async () => {
      const id = await send(direct(other), link());
      expect(await statusOf(url, other)).toBe(200);
      await t.call(me, 'DELETE', `/messages/${id}`);
      expect(await statusOf(url, other)).toBe(403);
    });
  });

  describe('a message’s files', () => {
    it('are reported to the owner, and follow edits and deletion', async () => {
      const url = await upload();
      const queue = await openQueue(t, me, { event_types: ['attachment'] });
      const id = await send({ type: 'direct', to: [other.user_id] }, `see [a](${url}) [b](${url})`);
      expect(await attachmentsOf(me)).toMatchObject([
        { messages: [{ id, date_sent: t.clock.now() }] },
      ]);
      const edit = (content: string) => t.call(me, 'PATCH', `/messages/${id}`, { content });
      const detached = (await edit('nothing any more')).body['detached_uploads'];
      expect(detached).toMatchObject([{ name: 'notes.txt', messages: [] }]);
      expect(await attachmentsOf(me)).toMatchObject([{ messages: [] }]);
      expect((await edit(`again ${url} and [x](${url})`)).body['detached_uploads']).toEqual([]);
      expect(await attachmentsOf(me)).toMatchObject([{ messages: [{ id }] }]);
      await t.call(me, 'DELETE', `/messages/${id}`);
      expect(await attachmentsOf(me)).toMatchObject([{ messages: [] }]);
      const events = await queue.events();
      expect(events.map((event) => event['op'])).toEqual(['update', 'update', 'update', 'update']);
    });

    it('aren’t offered for deletion while another message links them', async () => {
      const url = await upload();
      const to = { type: 'direct', to: [other.user_id] };
      const id = await send(to, `[a](${url})`);
      await send(to, `[a](${url})`);
      const { body } = await t.call(me, 'PATCH', `/messages/${id}`, { content: 'gone' });
      expect(body['detached_uploads']).toEqual([]);
    });

    it('are found by `has:attachment`, and linked when a scheduled message is sent', async () => {
      const url = await upload('x', 'Übersicht 1.txt');
      const at = t.clock.now() / 1000 + 60;
      await t.call(me, 'POST', '/scheduled_messages', {
        type: 'direct',
        to: [other.user_id],
        content: `[a](${url})`,
        scheduled_delivery_timestamp: at,
      });
      expect(await statusOf(url, other)).toBe(403);
      t.clock.advance(61_000);
      await expect.poll(() => statusOf(url, other)).toBe(200);
      const found = await t.call(other, 'GET', '/messages', {
        anchor: 'newest',
        num_before: 10,
        num_after: 0,
        narrow: [{ operator: 'has', operand: 'attachment' }],
      });
      expect(found.body['messages']).toHaveLength(1);
    });
  });
});
