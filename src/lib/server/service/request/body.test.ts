import { describe, expect, it } from 'vitest';
import { openGateways } from '../../../../../tests/support/both-gateways';
import {
  basic,
  readReply,
  startTestService,
  type Reply,
  type TestService,
} from '../../../../../tests/support/service';
import { withService } from '../../../../../tests/support/with-service';

const form = 'application/x-www-form-urlencoded';
const mebibyte = 1024 * 1024;

const t = withService();

/** A body that records whether it was read or canceled. */
function watched(chunks: readonly string[] = ['a=b']) {
  const seen = { read: 0, cancelled: false };
  const left = [...chunks];
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        seen.read++;
        const chunk = left.shift();
        if (chunk === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(chunk));
      },
      cancel: () => void (seen.cancelled = true),
    },
    { highWaterMark: 0 },
  );
  return { body, seen };
}

async function post(
  on: TestService,
  path: string,
  body: ReadableStream<Uint8Array>,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const request = new Request(`http://localhost:4100/api/v1${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': form, ...headers },
    duplex: 'half',
  } as RequestInit);
  return readReply(await on.service.handle(request, { address: '192.0.2.1' }));
}

const stranger = { authorization: `Basic ${btoa(`nobody@example.org:${'x'.repeat(32)}`)}` };
const owner = () => ({ authorization: basic(t.owner) });

describe('no byte of a body is read', () => {
  it.each(['', 'multipart/form-data; boundary=x'])('from an unknown caller %s', async (type) => {
    const { body, seen } = watched();
    const headers = { ...stranger, ...(type && { 'content-type': type }) };
    const reply = await post(t, '/drafts', body, headers);
    expect(reply).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    expect(seen).toEqual({ read: 0, cancelled: false });
  });

  it('for an unknown path', async () => {
    const { body, seen } = watched();
    expect((await post(t, '/nonsense', body, owner())).status).toBe(404);
    expect(seen).toEqual({ read: 0, cancelled: false });
  });

  it('over the rate limit of an account or an address', async () => {
    const limited = await startTestService({ rateLimits: { perUser: 1, perAddress: 1 } });
    const known = { authorization: basic(limited.owner) };
    for (const [path, headers] of [
      ['/drafts', known],
      ['/nonsense', stranger],
    ] as const) {
      await post(limited, path, watched().body, headers);
      const { body, seen } = watched();
      expect(await post(limited, path, body, headers)).toMatchObject({
        status: 429,
        body: { code: 'RATE_LIMIT_HIT' },
      });
      expect(seen.read).toBe(0);
    }
    await limited.service.close();
  });

  it('with a content length over the limit', async () => {
    const { body, seen } = watched();
    const length = { 'content-length': String(2 * mebibyte) };
    expect(await post(t, '/typing', body, { ...owner(), ...length })).toMatchObject({
      status: 413,
      body: { msg: 'This is too large. The limit is 1048576 bytes.' },
    });
    expect(seen.read).toBe(0);
  });
});

describe('a body', () => {
  it('is no longer read once it is too long, but not cut off before the response', async () => {
    const { body, seen } = watched(Array.from({ length: 9 }, () => 'x'.repeat(mebibyte / 4)));
    expect((await post(t, '/typing', body, owner())).status).toBe(413);
    expect(seen).toEqual({ read: 5, cancelled: false });
  });

  it('can be longer for operations that need it', async () => {
    const draft = { type: '', to: [], topic: '', content: 'x'.repeat(2000), timestamp: 1 };
    const drafts = Array.from({ length: 700 }, () => draft);
    for (const ask of Object.values(await openGateways(t, t.owner))) {
      expect((await ask('POST', '/drafts', { drafts })).status).toBe(200);
    }
  });

  it('that breaks off isn’t reported as a server error', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('ECONNRESET')),
    });
    expect(await post(t, '/typing', body, owner())).toMatchObject({
      status: 499,
      body: { msg: 'The request was interrupted.' },
    });
  });

  it('is refused while others fill the memory', async () => {
    const held = Array.from({ length: 64 }, () => {
      let finish = () => undefined as void;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new Uint8Array(mebibyte).fill(0x78));
          finish = () => controller.close();
        },
      });
      return { reply: post(t, '/typing', body, owner()), finish };
    });
    const one = () => post(t, '/typing', watched(['op=start']).body, owner());
    // Bodies are read in order, so the earlier ones are already in memory.
    const late = await one();
    expect(late).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_HIT' } });
    expect(late.headers.get('retry-after')).toBe('1');
    for (const { finish } of held) finish();
    for (const { reply } of held) expect((await reply).status).toBe(400);
    expect((await one()).status).toBe(400);
  });
});

describe('a form', () => {
  const many = Array.from({ length: 301 }, (_, i) => `f${i}=1`);

  it('with hundreds of fields is refused before they are split, by the gateway and the API', async () => {
    const fields = Object.fromEntries(many.map((name) => [name, '1']));
    for (const ask of Object.values(await openGateways(t, t.owner))) {
      for (const [method, path] of [
        ['POST', '/typing'],
        ['GET', '/drafts'],
      ] as const) {
        expect(await ask(method, path, fields)).toMatchObject({
          status: 400,
          body: { msg: 'A request can have at most 300 fields.' },
        });
      }
    }
  });

  it('with many parts is refused too', async () => {
    const fields = new FormData();
    for (const name of many) fields.set(name, '1');
    expect(await t.call(t.owner, 'POST', '/typing', fields)).toMatchObject({
      status: 400,
      body: { msg: 'A request can have at most 300 fields.' },
    });
  });

  it('can name a method only among those of its path', async () => {
    const reply = await t.call(t.owner, 'POST', '/events', { method: 'PATCH' });
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toBe('DELETE, GET, HEAD, OPTIONS');
  });
});
