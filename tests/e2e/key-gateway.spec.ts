import { checkReply } from '../contract/strict';
import { expect, test } from '../support/app';
import { DraftsPage } from '../support/drafts-page';
import { zulipInit } from '../support/zulip-client';

const drafts = (content: string) =>
  JSON.stringify([{ type: '', to: [], topic: '', content, timestamp: 1 }]);

test.describe('the API-key gateway', () => {
  test('answers plain calls with the values of a credentials file', async ({ shared }) => {
    const { email } = await shared.zuliprc('member');
    expect(await shared.api('member', 'GET', '/users/me')).toMatchObject({
      result: 'success',
      delivery_email: email,
    });
    const created = await shared.api('member', 'POST', '/drafts', { drafts: drafts('by curl') });
    const [id] = created['ids'] as number[];
    const list = await shared.api('member', 'GET', '/drafts');
    expect(list['drafts']).toContainEqual(expect.objectContaining({ id, content: 'by curl' }));
    expect(await shared.api('member', 'DELETE', `/drafts/${id}`)).toEqual({
      result: 'success',
      msg: '',
    });
  });

  test('serves zulip-js: a queue receives an event for a draft', async ({ shared }) => {
    const { email, key } = await shared.zuliprc('member2');
    const client = await zulipInit({ username: email, apiKey: key, realm: shared.url });
    const queue = await client.queues.register({ event_types: ['drafts'] });
    expect(queue).toMatchObject({ result: 'success', zulip_feature_level: 420 });

    const { queue_id, last_event_id } = queue;
    const polled = client.events.retrieve({ queue_id, last_event_id });
    await shared.api('member2', 'POST', '/drafts', { drafts: drafts('seen') });
    expect((await polled).events).toMatchObject([
      { type: 'drafts', op: 'add', drafts: [{ content: 'seen' }] },
    ]);
  });

  test('serves zulip-js: a queue receives what is typed in a browser', async ({ page, shared }) => {
    const { email, key } = await shared.zuliprc('member2');
    const client = await zulipInit({ username: email, apiKey: key, realm: shared.url });
    const drafts = await DraftsPage.signIn(page, shared, 'member2');
    const queue = await client.queues.register({ event_types: ['drafts'] });
    const { queue_id, last_event_id } = queue;
    const polled = client.events.retrieve({ queue_id, last_event_id });
    await drafts.write('Typed in a browser');
    const { events } = await polled;
    expect(events).toMatchObject([
      { type: 'drafts', op: 'add', drafts: [{ type: '', to: [], topic: '' }] },
    ]);
    const [{ drafts: added }] = events as [{ drafts: [{ content: string }] }];
    expect('Typed in a browser').toContain(added[0].content);
    await drafts.says('Saved');
    expect(await drafts.onServer('member2')).toContain('Typed in a browser');
  });

  test('serves requests as curl sends them', async ({ shared }) => {
    const { email, key } = await shared.zuliprc('member');
    /** `curl -u email:key [-d field=value]…` */
    const curl = async (path: string, ...data: string[]) => {
      const headers: Record<string, string> = {
        authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`,
        accept: '*/*',
        'user-agent': 'curl/8.5.0',
      };
      if (data.length > 0) headers['content-type'] = 'application/x-www-form-urlencoded';
      const body = data.length > 0 ? data.join('&') : undefined;
      const method = body === undefined ? 'GET' : 'POST';
      const reply = await fetch(`${shared.url}/api/v1${path}`, { method, headers, body });
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toBe('application/json');
      const text = (await reply.json()) as Record<string, unknown>;
      checkReply(method, path.split('?')[0] ?? path, 200, text);
      return text;
    };
    expect(await curl('/users/me')).toMatchObject({ delivery_email: email });
    const queue = await curl('/register', 'event_types=["drafts"]');
    const { ids } = await curl('/drafts', `drafts=${drafts('by curl again')}`);
    expect(ids).toHaveLength(1);
    const list = await curl('/drafts');
    expect(JSON.stringify(list['drafts'])).toContain('by curl again');
    const place = `queue_id=${String(queue['queue_id'])}&last_event_id=-1`;
    expect(await curl(`/events?${place}`)).toMatchObject({
      events: [{ type: 'drafts', op: 'add', drafts: [{ content: 'by curl again' }] }],
    });
  });

  test('lists emoji names to anyone, at the URL from the register reply', async ({ shared }) => {
    const state = await shared.api('member', 'POST', '/register', { event_types: '["realm"]' });
    const reply = await fetch(String(state['server_emoji_data_url']));
    expect(reply.status).toBe(200);
    const { code_to_names } = (await reply.json()) as { code_to_names: Record<string, string[]> };
    expect(code_to_names['1f389']).toContain('tada');
    expect(code_to_names['1f642']?.[0]).toBe('smile');
    expect(Object.values(code_to_names).flat().length).toBeGreaterThan(1500);
  });

  test('keeps a queue and its pending events through a crash', async ({ own }) => {
    const queue = await own.api('member', 'POST', '/register', { event_types: '["drafts"]' });
    await own.api('member', 'POST', '/drafts', { drafts: drafts('kept') });
    await own.kill();
    await own.restart();
    const { events } = await own.api('member', 'GET', '/events', {
      queue_id: String(queue['queue_id']),
      last_event_id: String(queue['last_event_id']),
    });
    expect(events).toMatchObject([{ type: 'drafts', op: 'add', drafts: [{ content: 'kept' }] }]);
  });
});
