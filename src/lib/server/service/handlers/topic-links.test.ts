import { afterAll, beforeAll, expect, it } from 'vitest';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { startTestService, type TestService } from '../../../../../tests/support/service';

let t: TestService;
let channel: number;

beforeAll(async () => {
  t = await startTestService();
  channel = (await addChannel(t, {}, [t.owner])).id;
});
afterAll(() => t.service.close());

it('a message says what its topic links to, new, read and moved', async () => {
  const queue = await openQueue(t, t.owner, { event_types: ['message', 'update_message'] });
  const topic = 'see https://example.com/1';
  const { body } = await t.call(t.owner, 'POST', '/messages', {
    ...{ type: 'channel', to: channel, topic, content: 'x' },
  });
  const path = `/messages/${String(body['id'])}`;
  const topic_links = [{ text: 'https://example.com/1', url: 'https://example.com/1' }];
  const read = await t.call(t.owner, 'GET', path);
  expect(read.body['message']).toMatchObject({ topic_links });
  await t.call(t.owner, 'PATCH', path, { topic: 'now example.org' });
  const moved = [{ text: 'example.org', url: 'https://example.org' }];
  const [first, second] = await queue.events();
  expect([first, second]).toMatchObject([
    { type: 'message', message: { topic_links } },
    { type: 'update_message', subject: 'now example.org', topic_links: moved },
  ]);
});
