import { beforeAll, expect, it } from 'vitest';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';

const t = withService();
let channel: number;

beforeAll(async () => {
  channel = (await addChannel(t, {}, [t.owner])).id;
});

it('a message includes its topic’s links, when new, read and moved', async () => {
  const queue = await openQueue(t, t.owner, { event_types: ['message', 'update_message'] });
  const topic = 'see https://example.com/1';
  const { body } = await t.call(t.owner, 'POST', '/messages', {
    type: 'channel',
    to: channel,
    topic,
    content: 'x',
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

it('a message keeps its old linkifiers’ links, while its topic uses today’s', async () => {
  const event_types = ['message', 'update_message'];
  const queue = await openQueue(t, t.owner, { event_types, apply_markdown: true });
  const rule = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.org/{id}' };
  const { body: added } = await t.call(t.owner, 'POST', '/realm/filters', rule);
  const link = (place: string) => [{ text: '#7', url: `https://example.org/${place}7` }];
  const { body } = await t.call(t.owner, 'POST', '/messages', {
    type: 'channel',
    to: channel,
    topic: 'about #7',
    content: 'see #7',
  });
  const path = `/messages/${String(body['id'])}`;
  const read = async () => {
    const reply = await t.call(t.owner, 'GET', path);
    return reply.body['message'] as { content: string; topic_links: unknown };
  };
  const content = '<p>see <a href="https://example.org/7">#7</a></p>';
  expect(await read()).toMatchObject({ content, topic_links: link('') });
  const filter = `/realm/filters/${String(added['id'])}`;
  const moved = { ...rule, url_template: 'https://example.org/new/{id}' };
  await t.call(t.owner, 'PATCH', filter, moved);
  expect(await read()).toMatchObject({ content, topic_links: link('new/') });
  await t.call(t.owner, 'PATCH', path, { topic: 'of #7', content: 'see #7.' });
  const later = '<p>see <a href="https://example.org/new/7">#7</a>.</p>';
  expect(await read()).toMatchObject({ content: later, topic_links: link('new/') });
  const [sent, changed] = await queue.events();
  expect([sent, changed]).toMatchObject([
    { type: 'message', message: { content, topic_links: link('') } },
    { type: 'update_message', rendered_content: later, topic_links: link('new/') },
  ]);
  await t.call(t.owner, 'DELETE', filter);
  expect(await read()).toMatchObject({ content: later, topic_links: [] });
});
