import zulipInit from 'zulip-js';
import { expect, test } from '../support/app';

const drafts = (content: string) =>
  JSON.stringify([{ type: '', to: [], topic: '', content, timestamp: 1 }]);

test.describe('the API-key door', () => {
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

  test('serves zulip-js: a queue hears of a draft', async ({ shared }) => {
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

  test('keeps a queue and what waits in it through a crash', async ({ own }) => {
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
