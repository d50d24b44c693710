import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gatewayNames, openGateways, type Ask } from '../../../../../tests/support/both-gateways';
import {
  apiRequest,
  basic,
  readReply,
  startTestService,
  type Reply,
  type TestService,
} from '../../../../../tests/support/service';
import { uploads } from '../db/schema/files';
import type { AccountWithKey } from '../service';
import { storageNames, storages, type TestStorage } from '../../../../../tests/support/storages';

describe.each(storageNames)('in %s', (place) => {
  let t: TestService;
  let storage: TestStorage;
  beforeAll(async () => {
    storage = await storages[place]();
    t = await startTestService({ uploads: { maxFileMib: 1 }, filesIn: storage.place });
  });
  afterAll(async () => {
    await t.service.close();
    await storage.close();
  });

  const stored = () => storage.stored();
  const begun = () => t.store.db.select().from(uploads);

  function form(content: BlobPart, name = 'notes.txt', field = 'file'): FormData {
    const made = new FormData();
    made.append(field, new File([content], name));
    return made;
  }

  describe.each(gatewayNames)('uploadFile through the %s', (gateway) => {
    let me: AccountWithKey;
    let ask: Ask;
    beforeEach(async () => {
      me = await t.addUser();
      ask = (await openGateways(t, me))[gateway];
    });
    const upload = (body: FormData) => ask('POST', '/user_uploads', body);
    const list = async () => (await ask('GET', '/attachments')).body;

    it('stores the file, returns its URL, and notifies the uploader', async () => {
      const { body: registered } = await ask('POST', '/register', {
        event_types: ['attachment', 'realm'],
      });
      expect(registered).toMatchObject({
        max_file_upload_size_mib: 1,
        realm_upload_quota_mib: null,
      });
      const before = (await list())['upload_space_used'] as number;
      const { status, body } = await upload(form('hello', 'Meeting notes (final).txt'));
      expect(status).toBe(200);
      expect(body['filename']).toBe('Meeting notes (final).txt');
      expect(body['url']).toMatch(
        /^\/user_uploads\/1\/[\da-f]{1,2}\/[\w-]{24}\/Meeting-notes-final.txt$/,
      );
      expect(body['uri']).toBe(body['url']);
      const { attachments, upload_space_used } = await list();
      expect(upload_space_used).toBe(before + 5);
      expect(attachments).toEqual([
        {
          id: expect.any(Number),
          name: 'Meeting notes (final).txt',
          path_id: (body['url'] as string).slice('/user_uploads/'.length),
          size: 5,
          create_time: t.clock.now(),
          messages: [],
        },
      ]);
      const { events } = (
        await ask('GET', '/events', {
          ...{ queue_id: registered.queue_id, last_event_id: -1, dont_block: true },
        })
      ).body;
      expect(events).toMatchObject([
        {
          type: 'attachment',
          op: 'add',
          attachment: (attachments as unknown[])[0],
          upload_space_used,
        },
      ]);
      expect(await begun()).toEqual([]);
    });

    it.each(['file', 'filename', '/home/me/Meeting notes.txt', 'ä"ö', ''])(
      'accepts the file under the field name %j',
      async (field) => {
        expect((await upload(form('x', 'a.txt', field))).status).toBe(200);
      },
    );

    it.each([
      ['Ünïcode 文件.pdf', 'Ünïcode 文件.pdf', 'Ünïcode-文件.pdf'],
      ['ﬁle①.txt', 'ﬁle①.txt', 'file1.txt'],
      ['a<b>&"c".txt', 'a<b>&%22c%22.txt', 'ab22c22.txt'],
      ['../../etc/passwd', 'passwd', 'passwd'],
      ['..\\..\\boot.ini', 'boot.ini', 'boot.ini'],
      ['..', 'uploaded-file', 'uploaded-file'],
      ['.', 'uploaded-file', 'uploaded-file'],
      ['  ', 'uploaded-file', 'uploaded-file'],
      ['???', '???', 'uploaded-file'],
      ['photo\u202egpj.exe', 'photogpj.exe', 'photogpj.exe'],
      ['%2e%2e%2fpasswd', '%2e%2e%2fpasswd', '2e2e2fpasswd'],
    ])('gives %j a valid name', async (given, shown, kept) => {
      const { body } = await upload(form('x', given));
      const { attachments } = await list();
      const [{ name, path_id }] = attachments as [{ name: string; path_id: string }];
      expect({ name, kept: path_id.split('/').at(-1) }).toEqual({ name: shown, kept });
      expect(body['filename']).toBe(shown);
      expect(decodeURIComponent(body['url'] as string)).toBe(`/user_uploads/${path_id}`);
    });

    it('shortens a name that is too long for file systems, keeping its extension', async () => {
      const { status, body } = await upload(form('x', `${'漢'.repeat(400)}.tar`));
      expect(status).toBe(200);
      expect(body['filename']).toMatch(/^漢{251}\.tar$/u);
      expect(await stored()).toContain(`${'漢'.repeat(65)}.tar`);
    });

    it('accepts an empty file', async () => {
      expect((await upload(form('', 'empty.txt'))).status).toBe(200);
      expect((await list())['attachments']).toMatchObject([{ size: 0 }]);
    });

    it('accepts a file of exactly the maximum size, and refuses one byte more', async () => {
      const largest = new Uint8Array(1024 * 1024);
      expect((await upload(form(largest))).status).toBe(200);
      const kept = await stored();
      const more = await upload(form(new Uint8Array(1024 * 1024 + 1)));
      expect({ status: more.status, code: more.body.code }).toEqual({
        status: 400,
        code: 'BAD_REQUEST',
      });
      expect(await stored()).toEqual(kept);
    });

    it('refuses no file and two files, and stores nothing', async () => {
      const kept = await stored();
      const two = form('one', 'one.txt');
      two.append('other', new File(['two'], 'two.txt'));
      const none = new FormData();
      none.append('file', 'only text');
      for (const body of [two, none]) {
        const reply = await upload(body);
        expect({ status: reply.status, code: reply.body.code }).toEqual({
          status: 400,
          code: 'BAD_REQUEST',
        });
      }
      expect(await stored()).toEqual(kept);
      expect(await begun()).toEqual([]);
      expect((await list())['attachments']).toEqual([]);
    });
  });

  describe('an incomplete upload', () => {
    const boundary = 'edge';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\n`;

    function send(body: BodyInit | null, type = `multipart/form-data; boundary=${boundary}`) {
      const headers = { authorization: basic(t.owner), 'content-type': type };
      const request = new Request('http://localhost:4100/api/v1/user_uploads', {
        ...{ method: 'POST', headers, body },
        ...{ duplex: 'half' },
      });
      return t.service.handle(request, { address: '192.0.2.1' }).then(readReply);
    }
    const outcome = ({ status, body }: Reply) => ({ status, code: body.code });
    const refused = { status: 400, code: 'BAD_REQUEST' };

    it.each([
      ['ends in the file', `${head}half of`],
      ['ends in the headers', `--${boundary}\r\nContent-Disposition: form-da`],
      ['is empty', ''],
      ['is something else', 'not multipart at all'],
    ])('is refused if it %s', async (_what, text) => {
      const kept = await stored();
      expect(outcome(await send(text))).toEqual(refused);
      expect(await stored()).toEqual(kept);
      expect(await begun()).toEqual([]);
    });

    it('is refused without a boundary', async () => {
      expect(outcome(await send(`${head}x`, 'multipart/form-data'))).toEqual(refused);
    });

    it('leaves nothing behind when the client disconnects', async () => {
      const kept = await stored();
      const gone = new ReadableStream({
        async pull(controller) {
          controller.enqueue(new TextEncoder().encode(head + 'the beginning'));
          await new Promise((resolve) => setImmediate(resolve));
          controller.error(new Error('aborted'));
        },
      });
      expect(outcome(await send(gone))).toEqual(refused);
      expect(await stored()).toEqual(kept);
      expect(await begun()).toEqual([]);
    });

    it('is cut off long before its end when it is too large', async () => {
      let sent = 0;
      const endless = new ReadableStream({
        pull(controller) {
          const chunk = sent === 0 ? new TextEncoder().encode(head) : new Uint8Array(64 * 1024);
          sent += chunk.byteLength;
          controller.enqueue(chunk);
        },
      });
      expect(outcome(await send(endless))).toEqual(refused);
      expect(sent).toBeLessThan(200 * 1024 * 1024);
      expect(await begun()).toEqual([]);
    });

    it('is refused before it is read if no one is signed in', async () => {
      const kept = await stored();
      const reply = await readReply(
        await t.service.handle(apiRequest(null, 'POST', '/user_uploads', form('x')), {
          address: '192.0.2.1',
        }),
      );
      expect(outcome(reply)).toEqual({ status: 401, code: 'UNAUTHORIZED' });
      expect(await stored()).toEqual(kept);
    });
  });

  describe('removeAttachment', () => {
    it('deletes the file, reduces the used space and notifies the owner', async () => {
      const me = await t.addUser();
      await t.call(me, 'POST', '/user_uploads', form('12345', 'gone.txt'));
      const { body } = await t.call(me, 'GET', '/attachments');
      const [{ id, path_id }] = body['attachments'] as [{ id: number; path_id: string }];
      const { queue_id } = (await t.call(me, 'POST', '/register', { event_types: ['attachment'] }))
        .body;
      expect((await t.call(t.owner, 'DELETE', `/attachments/${id}`)).body.code).toBe('BAD_REQUEST');
      expect((await t.call(me, 'DELETE', `/attachments/${id}`)).status).toBe(200);
      const after = (await t.call(me, 'GET', '/attachments')).body;
      expect(after).toMatchObject({
        attachments: [],
        upload_space_used: (body['upload_space_used'] as number) - 5,
      });
      const polled = await t.call(me, 'GET', '/events', {
        ...{ queue_id, last_event_id: -1, dont_block: true },
      });
      expect(polled.body.events).toMatchObject([
        { op: 'remove', attachment: { id }, upload_space_used: after['upload_space_used'] },
      ]);
      for (const missing of [id, 999_999, 99_999_999_999]) {
        expect((await t.call(me, 'DELETE', `/attachments/${missing}`)).status).toBe(400);
      }
      const again = await t.call(me, 'GET', `/user_uploads/${path_id}`);
      expect(again.status).toBe(404);
      await expect.poll(stored).not.toContain('gone.txt');
    });
  });

  describe('the organization’s upload quota', () => {
    it('refuses what exceeds it with its own error code, and stores nothing of it', async () => {
      const full = await startTestService({ uploads: { maxFileMib: 2, quotaMib: 1 } });
      const send = (size: number) =>
        full.call(full.owner, 'POST', '/user_uploads', form(new Uint8Array(size)));
      expect((await send(600_000)).status).toBe(200);
      const { status, body } = await send(600_000);
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'REALM_UPLOAD_QUOTA' });
      const used = await full.call(full.owner, 'GET', '/attachments');
      expect(used.body['upload_space_used']).toBe(600_000);
      expect((await send(400_000)).status).toBe(200);
      await full.service.close();
    });
  });
});
