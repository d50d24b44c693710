import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic, type TestService } from '../../../../../tests/support/service';
import { startSideBySide, type SideBySide } from '../../../../../tests/support/side-by-side';
import { storageNames, storages, type TestStorage } from '../../../../../tests/support/storages';

describe.each(storageNames)('two processes on %s', (place) => {
  let storage: TestStorage;
  let side: SideBySide;
  let first: TestService;
  let second: TestService;
  beforeAll(async () => {
    storage = await storages[place]();
    side = await startSideBySide(2, { filesIn: storage.place });
    [first, second] = side.services as [TestService, TestService];
  });
  afterAll(async () => {
    await side.close();
    await storage.close();
  });

  const bytes = randomBytes(6 * 1024 * 1024);
  const half = 5.5 * 1024 * 1024;

  async function ask(
    t: TestService,
    method: string,
    url: string,
    headers: Record<string, string> = {},
    body: BodyInit | null = null,
  ): Promise<Response> {
    const all = { 'tus-resumable': '1.0.0', authorization: basic(first.owner), ...headers };
    const request = new Request(url, { method, headers: all, body, duplex: 'half' } as RequestInit);
    return t.service.handle(request, { address: '192.0.2.1' });
  }

  async function begin(t: TestService): Promise<string> {
    const headers = { 'upload-length': String(bytes.length) };
    const created = await ask(t, 'POST', 'http://localhost:4100/api/v1/tus/', headers);
    expect(created.status).toBe(201);
    return created.headers.get('location')!;
  }

  const send = (t: TestService, url: string, offset: number, body: BodyInit) => {
    const type = 'application/offset+octet-stream';
    return ask(t, 'PATCH', url, { 'content-type': type, 'upload-offset': String(offset) }, body);
  };
  const offsetAt = async (t: TestService, url: string) =>
    Number((await ask(t, 'HEAD', url)).headers.get('upload-offset'));

  async function expectWhole(answer: Response): Promise<void> {
    expect(answer.status).toBe(200);
    const { url } = (await answer.json()) as { url: string };
    for (const t of [first, second]) {
      const file = await ask(t, 'GET', `http://localhost:4100${url}`);
      expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
    }
  }

  it('an upload started in one process continues in the other', async () => {
    const url = await begin(first);
    await send(second, url, 0, bytes.subarray(0, half));
    expect(await offsetAt(first, url)).toBe(half);
    await expectWhole(await send(first, url, half, bytes.subarray(half)));
  });
});
