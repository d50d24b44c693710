import { createHash, randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, startFromSample, test } from '../support/app';
import { DraftsPage } from '../support/drafts-page';
import { Inkwell } from '../support/inkwell';

const limits = { MAX_FILE_UPLOAD_SIZE: '300' };
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
/** Bytes of all files in a folder. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = files.map(async (file) => (await stat(join(file.parentPath, file.name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

const tus = { 'tus-resumable': '1.0.0' };

/** Signs in as a member and says under which id the browser knows the account. */
async function signIn(page: Page, client: Inkwell, server: Inkwell): Promise<string> {
  await page.goto(`${client.url}/login`);
  await page.locator('input[type=file]').setInputFiles(server.zuliprcPath('member'));
  await new DraftsPage(page, server).loaded();
  return page.evaluate(async () => {
    const reply = await fetch('/session', { headers: { 'x-inkwell': '1' } });
    const { accounts } = (await reply.json()) as { accounts: [{ id: string }] };
    return accounts[0].id;
  });
}

for (const place of ['beside its service', 'as a client of another server']) {
  test(`a page uploads, in one piece and in several, and shows its files, ${place}`, async ({
    page,
  }) => {
    const server = await startFromSample(limits);
    const isRemote = place !== 'beside its service';
    const client = isRemote
      ? await Inkwell.start({ env: { SERVICE_URL: server.url, ...limits } })
      : server;
    const account = await signIn(page, client, server);

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
        ...{ 'x-inkwell': '1', 'x-inkwell-account': id, 'tus-resumable': '1.0.0' },
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

    const { attachments } = await server.api('member', 'GET', '/attachments');
    expect(attachments).toMatchObject([{ name: 'Ein Bild.png' }, { name: 'film.mp4' }]);
    // The address opens as a page of its own, too, and runs nothing.
    const opened = await page.goto(client.url + small.url);
    expect(opened?.headers()['content-security-policy']).toMatch(/sandbox$/);
    expect(opened?.headers()['x-content-type-options']).toBe('nosniff');
    if (isRemote) await client.dispose();
    await server.dispose();
  });
}

test('an upload goes on where it was after the server was killed', async () => {
  const server = await startFromSample(limits);
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
        ...{ ...tus, authorization, 'upload-offset': String(offset) },
        'content-type': 'application/offset+octet-stream',
      },
      body,
      duplex: 'half',
    } as RequestInit);
  const head = async () => {
    const reply = await fetch(location, { method: 'HEAD', headers: { ...tus, authorization } });
    return Number(reply.headers.get('upload-offset'));
  };

  // Sends a part, then nothing: the server is killed in the middle of the request.
  const half = bytes.length / 2;
  const stalled = new ReadableStream({
    start: (controller) => controller.enqueue(bytes.subarray(0, half)),
  });
  const cut = patch(0, stalled).catch(() => 'cut');
  await expect.poll(() => bytesIn(join(server.dataDir, 'files'))).toBeGreaterThan(1_000_000);
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
  await server.dispose();
});

test('a form that is far too large is answered, not cut off', async () => {
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
