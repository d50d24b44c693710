import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiRequest } from '../../../../../tests/support/service';
import { withService } from '../../../../../tests/support/with-service';

const t = withService();
beforeAll(async () => {
  const content = 'Words that come again, and again. '.repeat(60);
  await t.call(t.owner, 'POST', '/saved_snippets', { title: 'Long', content });
});

/** Sends a request that accepts `accepted`, and returns the raw bytes. */
async function ask(
  accepted: string | null,
  method: string,
  path: string,
  params: Record<string, unknown> = {},
) {
  const request = apiRequest(t.owner, method, path, params);
  if (accepted !== null) request.headers.set('accept-encoding', accepted);
  const reply = await t.service.handle(request, { address: '192.0.2.1' });
  const { status, headers } = reply;
  return { status, headers, bytes: Buffer.from(await reply.arrayBuffer()) };
}

const json = (bytes: Buffer) => JSON.parse(bytes.toString()) as Record<string, unknown>;

describe('a reply over 1 kB', () => {
  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip;q=1.0, *;q=0', gunzipSync],
  ])('is sent in %s to clients that accept it', async (encoding, accepted, unpack) => {
    const plain = await ask(null, 'GET', '/saved_snippets');
    const { headers, bytes } = await ask(accepted, 'GET', '/saved_snippets');
    expect(headers.get('content-encoding')).toBe(encoding);
    expect(headers.get('content-length')).toBe(String(bytes.byteLength));
    expect(headers.get('vary')).toBe('accept-encoding');
    expect(bytes.byteLength).toBeLessThan(plain.bytes.byteLength / 2);
    expect(json(unpack(bytes))).toEqual(json(plain.bytes));
  });

  it('is sent uncompressed to clients that accept no encoding', async () => {
    for (const accepted of [null, 'identity', 'deflate', '*;q=0']) {
      const { headers, bytes } = await ask(accepted, 'GET', '/saved_snippets');
      expect(headers.get('content-encoding')).toBe(null);
      expect(headers.get('content-length')).toBe(String(bytes.byteLength));
      expect(headers.get('vary')).toBe('accept-encoding');
    }
  });

  it('is also compressed if it is an error or answers a long poll', async () => {
    const error = await ask('br', 'DELETE', '/events', { queue_id: 'x'.repeat(900) });
    expect([error.status, error.headers.get('content-encoding')]).toEqual([400, 'br']);
    expect(json(brotliDecompressSync(error.bytes))).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });

    const { body } = await t.call(t.owner, 'POST', '/register', { fetch_event_types: [] });
    const poll = ask('br', 'GET', '/events', { queue_id: body.queue_id, last_event_id: -1 });
    await expect.poll(async () => (await t.service.figures()).waiting_polls).toBe(1);
    const text = 'again and again '.repeat(100);
    await t.emit({ payload: { type: 'note', text }, audience: 'realm' });
    const { headers, bytes } = await poll;
    expect(headers.get('content-encoding')).toBe('br');
    expect(json(brotliDecompressSync(bytes))).toMatchObject({ events: [{ text }] });
  });

  it('to HEAD has the same headers and no body', async () => {
    const { status, headers, bytes } = await ask('br', 'HEAD', '/saved_snippets');
    expect([status, bytes.byteLength]).toEqual([200, 0]);
    expect(headers.get('vary')).toBe('accept-encoding');
    expect(headers.get('content-encoding')).toBe(null);
    expect(headers.get('content-length')).toBe(null);
  });
});

it('a shorter reply is sent uncompressed', async () => {
  const { headers, bytes } = await ask('br', 'GET', '/drafts');
  expect(headers.get('content-encoding')).toBe(null);
  expect(json(bytes)).toMatchObject({ result: 'success' });
});
