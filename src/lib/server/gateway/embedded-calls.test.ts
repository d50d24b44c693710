import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cookieStore } from '../../../../tests/support/cookies';
import { startTestService, type TestService } from '../../../../tests/support/service';
import { defaultRateLimits } from '../service/rate-limits';
import { openJar, type AccountJar } from './account-jar';
import { allowList } from './allow-list';
import { errorResponseOf } from './failure';
import { createGatewayRateLimits } from './gateway-rate-limits';
import { createSealer } from './seal';
import { answerPageCall } from './session-gateway';
import { embeddedSessions } from './session-manager';

const secret = 's'.repeat(32);
const origin = 'http://127.0.0.1:3000';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

let t: TestService;
let jar: AccountJar;
let takeTurn: { readonly mock: { readonly calls: readonly (readonly unknown[])[] } };

beforeAll(async () => {
  t = await startTestService({ rateLimits: defaultRateLimits });
  takeTurn = vi.spyOn(t.service.counter, 'take');
});
afterAll(() => t.service.close());

/** Signs in someone new and returns their page's calls. */
async function aPage() {
  const sessions = embeddedSessions(t.service);
  const { user_id, email, full_name, api_key } = await t.addUser();
  const sealer = createSealer(secret);
  jar = openJar(cookieStore().cookies, false, { secret, server: 'embedded', sealer, sessions });
  const session = await sessions.begin({ email, api_key });
  const of = { server: 'embedded', realm_url: origin, realm_name: 'Test' };
  await jar.add({ id: 'me', user_id, email, full_name, ...session, ...of });
  const gateway = {
    route: allowList(),
    limits: createGatewayRateLimits(t.service.counter),
    sessions,
    ownOrigin: undefined,
    pictures: null,
    embedded: t.service,
    upstream: (call: Request, from: { address: string }) => t.service.handle(call, from),
  };
  const ask = (method: string, path: string, init: RequestInit & { duplex?: 'half' } = {}) => {
    const headers = { host: '127.0.0.1:3000', 'x-inkwell': '1', 'x-inkwell-account': 'me' };
    const request = new Request(`${origin}/json${path}`, {
      method,
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string>) },
    });
    const visit = { request, path: path.split('?')[0]!, address: '192.0.2.1', jar };
    return answerPageCall(gateway, visit).catch(errorResponseOf);
  };
  return { user_id, session, ask, end: () => t.service.endSession(session.authorization.slice(8)) };
}

/** A body that shows whether it was read. */
function watchedBody() {
  const pull = vi.fn((controller: ReadableStreamDefaultController) => {
    controller.enqueue(new TextEncoder().encode('drafts=[]'));
    controller.close();
  });
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  return { pull, init: { body, headers: form, duplex: 'half' as const } };
}

describe('a call of a page to the embedded service', () => {
  it('counts once', async () => {
    const { ask, user_id } = await aPage();
    const before = takeTurn.mock.calls.length;
    const reply = await ask('POST', '/drafts', { headers: form, body: 'drafts=[]' });
    expect(reply.status).toBe(200);
    expect(takeTurn.mock.calls.slice(before).map(([key]) => key)).toEqual([`user ${user_id}`]);
    const again = await ask('GET', '/drafts');
    const left = [reply, again].map(({ headers }) => headers.get('x-ratelimit-remaining'));
    expect(left).toEqual(['199', '198']);
  });

  it('has its form decoded once', async () => {
    const { ask } = await aPage();
    const decode = vi.spyOn(TextDecoder.prototype, 'decode');
    await ask('POST', '/drafts', { headers: form, body: 'drafts=[]' });
    const texts = decode.mock.results.map(({ value }) => value as string);
    decode.mockRestore();
    expect(texts.filter((text) => text.startsWith('drafts='))).toEqual(['drafts=[]']);
  });

  it('is refused without reading the form if its session has ended or its limit is reached', async () => {
    const ended = await aPage();
    await ended.end();
    const unread = watchedBody();
    expect((await ended.ask('POST', '/drafts', unread.init)).status).toBe(401);
    expect(unread.pull).not.toHaveBeenCalled();

    const eager = await aPage();
    for (let i = 0; i < defaultRateLimits.perUser; i++) await eager.ask('GET', '/drafts');
    const late = watchedBody();
    expect((await eager.ask('POST', '/drafts', late.init)).status).toBe(429);
    expect(late.pull).not.toHaveBeenCalled();
  });

  // Recorded while the gateway still read the forms itself.
  it.each([
    [
      'a method inside the form',
      'drafts=[]&method=DELETE',
      400,
      '{"result":"error","msg":"The method can not be overridden here.","code":"BAD_REQUEST"}',
    ],
    [
      'a form over its limit',
      `drafts=${'x'.repeat(4 * 1024 * 1024)}`,
      413,
      '{"result":"error","msg":"This is too large. The limit is 4194304 bytes.","code":"BAD_REQUEST"}',
    ],
    [
      'hundreds of fields',
      '&a'.repeat(400),
      400,
      '{"result":"error","msg":"A request can have at most 300 fields.","code":"BAD_REQUEST"}',
    ],
    [
      'a parameter that is no JSON',
      'drafts=[',
      400,
      '{"result":"error","msg":"drafts is not valid JSON","code":"BAD_REQUEST"}',
    ],
  ])('is refused in the same words for %s', async (_name, body, status, text) => {
    const { ask } = await aPage();
    const reply = await ask('POST', '/drafts', { headers: form, body });
    expect({ status: reply.status, text: await reply.text() }).toEqual({ status, text });
  });
});
