import { createHash, randomBytes } from 'node:crypto';
import { expect, places, test } from '../support/app';
import { startFromSample } from '../support/sample';
import { rarely } from '../support/share';
import { PageSession } from '../support/session';
import { bytesHeld } from '../support/uploads-page';

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const tus = { 'tus-resumable': '1.0.0' };

for (const place of places) {
  test(`a page uploads a file, in one request and in chunks, and shows its files, ${place}`, async ({
    page,
    pair: { server, urls },
    someone,
  }) => {
    const url = urls[place];
    const { email, key } = await server.zuliprc(someone);
    const session = await PageSession.signIn({ url }, email, key);
    await session.hand(page.context());
    await page.goto(`${url}/drafts`);
    const { account } = session;

    const small = await page.evaluate(async (id) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 3, height: 2 });
      const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done));
      const form = new FormData();
      form.append('file', new File([picture!], 'Ein Bild.png'));
      const headers = { 'x-inkwell': '1', 'x-inkwell-account': id };
      const reply = await fetch('/json/user_uploads', { method: 'POST', headers, body: form });
      const { url, filename } = (await reply.json()) as { url: string; filename: string };
      const shown = new Image();
      shown.src = url;
      await shown.decode();
      return { url, filename, width: shown.naturalWidth };
    }, account);
    expect(small).toMatchObject({ filename: 'Ein Bild.png', width: 3 });

    const large = await page.evaluate(async (id) => {
      const bytes = new Uint8Array(24 * 1024 * 1024).map((_, i) => (i * 7919) % 251);
      const base = {
        'x-inkwell': '1',
        'x-inkwell-account': id,
        'tus-resumable': '1.0.0',
      };
      const metadata = `filename ${btoa('film.mp4')}`;
      const created = await fetch('/json/tus/', {
        method: 'POST',
        headers: { ...base, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
      });
      const location = created.headers.get('location')!;
      let reply: Response | undefined;
      for (const [start, end] of [
        [0, 10_000_000],
        [10_000_000, bytes.length],
      ] as const) {
        const head = await fetch(location, { method: 'HEAD', headers: base });
        const offset = head.headers.get('upload-offset')!;
        if (Number(offset) !== start) throw new Error(`stands at ${offset}`);
        reply = await fetch(location, {
          method: 'PATCH',
          headers: {
            ...base,
            'upload-offset': offset,
            'content-type': 'application/offset+octet-stream',
          },
          body: bytes.subarray(start, end),
        });
      }
      const { url } = (await reply!.json()) as { url: string };
      const part = await fetch(url, { headers: { range: 'bytes=-4' } });
      const back = new Uint8Array(await (await fetch(url)).arrayBuffer());
      return {
        location,
        parts: [reply!.status, part.status, part.headers.get('content-range')],
        same: back.length === bytes.length && back.every((byte, i) => byte === bytes[i]),
      };
    }, account);
    expect(large).toMatchObject({
      location: expect.stringMatching(/^\/json\/tus\//),
      parts: [200, 206, 'bytes 25165820-25165823/25165824'],
      same: true,
    });

    const { attachments } = await server.api(someone, 'GET', '/attachments');
    expect(attachments).toMatchObject([{ name: 'Ein Bild.png' }, { name: 'film.mp4' }]);
    // The URL also opens as a page, without running scripts.
    const opened = await page.goto(url + small.url);
    expect(opened?.headers()['content-security-policy']).toMatch(/sandbox$/);
    expect(opened?.headers()['x-content-type-options']).toBe('nosniff');
  });
}

const title = 'an upload resumes where it was after the server was killed';
test(title, rarely('upload without a page'), async ({ own: server }) => {
  const { email, key } = await server.zuliprc('member');
  const authorization = `Basic ${btoa(`${email}:${key}`)}`;
  const bytes = randomBytes(40 * 1024 * 1024);
  const created = await fetch(`${server.url}/api/v1/tus/`, {
    method: 'POST',
    headers: { ...tus, authorization, 'upload-length': String(bytes.length) },
  });
  const location = created.headers.get('location')!;
  expect(location).toMatch(new RegExp(`^${server.url}/api/v1/tus/`));
  const patch = (offset: number, body: BodyInit) =>
    fetch(location, {
      method: 'PATCH',
      headers: {
        ...tus,
        authorization,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body,
      duplex: 'half',
    } as RequestInit);
  const head = async () => {
    const reply = await fetch(location, { method: 'HEAD', headers: { ...tus, authorization } });
    return Number(reply.headers.get('upload-offset'));
  };

  // Sends half, then nothing: the server is killed in the middle of the request.
  const half = bytes.length / 2;
  const stalled = new ReadableStream({
    start: (controller) => controller.enqueue(bytes.subarray(0, half)),
  });
  const cut = patch(0, stalled).catch(() => 'cut');
  await expect.poll(() => bytesHeld(server)).toBeGreaterThan(1_000_000);
  await server.kill();
  expect(await cut).toBe('cut');
  await server.restart();
  const offset = await head();
  expect(offset).toBeLessThanOrEqual(half);
  const last = await patch(offset, bytes.subarray(offset));
  expect(last.status).toBe(200);
  const { url } = (await last.json()) as { url: string };
  const file = await fetch(server.url + url, { headers: { authorization } });
  expect(hash(new Uint8Array(await file.arrayBuffer()))).toBe(hash(bytes));
});

test('answers a form that is far too large instead of closing the connection', async () => {
  const server = await startFromSample({ MAX_FILE_UPLOAD_SIZE: '1' });
  const { email, key } = await server.zuliprc('member');
  const authorization = `Basic ${btoa(`${email}:${key}`)}`;
  const form = new FormData();
  form.append('/home/me/big.bin', new File([randomBytes(20 * 1024 * 1024)], 'big.bin'));
  const upload = (headers: Record<string, string>) =>
    fetch(`${server.url}/api/v1/user_uploads`, { method: 'POST', headers, body: form });
  const reply = await upload({ authorization });
  expect(reply.status).toBe(400);
  expect(await reply.json()).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
  expect((await upload({})).status).toBe(401);
  await server.dispose();
});
