import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../service';
import { listen } from '../socket';
import { StrictServer } from './strict-server';

/** As recorded from a real server of level 372. */
describe('the strict server of level 372', () => {
  let t: TestService;
  let strict: StrictServer;
  let behind: Awaited<ReturnType<typeof listen>>;
  const channels: Record<'open' | 'gone', number> = { open: 0, gone: 0 };

  async function ask(method: string, path: string, fields: Record<string, string> = {}) {
    const { email, api_key } = t.owner;
    const query = method === 'GET' ? `?${new URLSearchParams(fields)}` : '';
    const reply = await fetch(`${strict.url}/api/v1${path}${query}`, {
      method,
      headers: { authorization: `Basic ${btoa(`${email}:${api_key}`)}` },
      ...(method !== 'GET' && { body: new URLSearchParams(fields) }),
    });
    const text = await reply.text();
    const type = reply.headers.get('content-type') ?? '';
    const body = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
    return { status: reply.status, type, allow: reply.headers.get('allow'), body };
  }

  beforeAll(async () => {
    t = await startTestService();
    behind = await listen(t.service);
    strict = await StrictServer.start(372);
    strict.target = behind.url;
    for (const name of ['open', 'gone'] as const) {
      const subscriptions = JSON.stringify([{ name }]);
      await ask('POST', '/users/me/subscriptions', { subscriptions });
      const { body } = await ask('GET', '/get_stream_id', { stream: name });
      channels[name] = Number(body['stream_id']);
    }
    await ask('DELETE', `/streams/${channels.gone}`);
    strict.noted.splice(0);
  });
  afterAll(async () => {
    await strict.close();
    await behind.close();
    await t.service.close();
  });

  it.each([
    ['PATCH', '/realm', { can_create_groups: '33' }, 500, { msg: 'Internal server error' }],
    [
      'PATCH',
      '/realm',
      { topics_policy: 'disable_empty_topic' },
      200,
      { ignored_parameters_unsupported: ['topics_policy'] },
    ],
    ['PATCH', '/settings', { nosuch: '1' }, 200, { ignored_parameters_unsupported: ['nosuch'] }],
    ['PATCH', '/realm', {}, 200, { result: 'success' }],
  ])('answers %s %s %o with %i', async (method, path, fields, status, body) => {
    const answered = await ask(method, path, fields as Record<string, string>);
    expect(answered).toMatchObject({ status, body });
  });

  it('accepts a change it doesn’t know, and lists what it ignored', async () => {
    const path = `/streams/${channels.open}`;
    for (const [name, value] of [
      ['folder_id', '1'],
      ['is_archived', 'false'],
    ] as const) {
      expect(await ask('PATCH', path, { [name]: value })).toMatchObject({
        status: 200,
        body: { result: 'success', ignored_parameters_unsupported: [name] },
      });
    }
  });

  it('doesn’t know archived channels', async () => {
    const id = channels.gone;
    const unknown = { code: 'BAD_REQUEST', msg: 'Invalid channel ID' };
    for (const method of ['GET', 'DELETE']) {
      expect(await ask(method, `/streams/${id}`)).toMatchObject({ status: 400, body: unknown });
    }
    const message = { type: 'channel', to: `${id}`, topic: 'x', content: 'x' };
    expect(await ask('POST', '/messages', message)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', msg: "Not authorized to send to channel 'gone'" },
    });
    expect(await ask('GET', `/streams/${channels.open}`)).toMatchObject({ status: 200 });
  });

  it('knows people by the email addresses shown in the API', async () => {
    const subscriptions = JSON.stringify([{ name: 'open' }]);
    const principals = JSON.stringify(['nobody@example.org']);
    const added = await ask('POST', '/users/me/subscriptions', { subscriptions, principals });
    expect(added).toMatchObject({ status: 400, body: { msg: 'No such user' } });
    const message = { type: 'direct', to: principals, content: 'x' };
    expect(await ask('POST', '/messages', message)).toMatchObject({
      status: 400,
      body: { msg: "Invalid email 'nobody@example.org'" },
    });
  });

  it('knows the path of a file, whose name is a path', async () => {
    const path = '/user_uploads/1/ab/cd/tea.txt';
    expect((await ask('GET', path)).type).toContain('json');
    expect(strict.noted).not.toContain(`GET ${path}`);
  });

  it('answers newer paths with an HTML page, and other methods with those it accepts', async () => {
    expect(await ask('GET', '/channel_folders')).toMatchObject({ status: 404, body: {} });
    expect(await ask('GET', '/reminders')).toMatchObject({ status: 404 });
    const wrong = await ask('GET', '/realm');
    expect(wrong).toMatchObject({ status: 405, allow: 'PATCH' });
    expect(wrong.type).toContain('text/html');
    expect(wrong.body).toEqual({
      result: 'error',
      msg: 'Method Not Allowed',
      allowed_methods: ['PATCH'],
    });
    expect(strict.noted).toContain('GET /channel_folders');
  });
});
