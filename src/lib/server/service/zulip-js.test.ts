import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import zulip, { type Client } from 'zulip-js';
import { ownerInput, startTestService, type TestService } from '../../../../tests/support/service';
import { listen } from '../../../../tests/support/socket';

let t: TestService;
let server: Awaited<ReturnType<typeof listen>>;
let client: Client;

beforeAll(async () => {
  t = await startTestService();
  server = await listen(t.service);
  client = await zulip({
    username: t.owner.email,
    apiKey: t.owner.api_key,
    realm: server.url,
  });
});
afterAll(async () => {
  await t.service.close();
  await server.close();
});

const draft = { type: '', to: [], topic: '', content: 'from a browser' };

describe('zulip-js 2.1.0', () => {
  it('signs in by password', async () => {
    const { email, password } = ownerInput;
    const signedIn = await zulip({ username: email, password, realm: server.url });
    expect(await signedIn.users.me.getProfile()).toMatchObject({
      result: 'success',
      user_id: t.owner.user_id,
    });
  });

  it('receives a draft event that another client causes', async () => {
    const queue = await client.queues.register({ event_types: ['drafts'] });
    expect(queue).toMatchObject({ result: 'success', last_event_id: -1 });
    const waiting = client.events.retrieve({
      queue_id: queue.queue_id,
      last_event_id: -1,
      dont_block: false,
    });
    await expect.poll(async () => (await t.service.figures()).waiting_polls).toBe(1);
    const made = await t.call(t.owner, 'POST', '/drafts', { drafts: [draft] });
    expect(await waiting).toMatchObject({
      result: 'success',
      events: [
        { type: 'drafts', op: 'add', drafts: [{ ...draft, id: (made.body.ids as number[])[0] }] },
      ],
    });
  });

  it('creates, edits and deletes a draft in its own form', async () => {
    const made = await client.callEndpoint('/drafts', 'POST', { drafts: [draft] });
    const id = (made.ids as number[])[0];
    const edited = await client.callEndpoint(`/drafts/${id}`, 'PATCH', {
      draft: JSON.stringify({ ...draft, content: 'again' }),
      draft_id: id,
    });
    expect(edited).toEqual({
      result: 'success',
      msg: '',
      ignored_parameters_unsupported: ['draft_id'],
    });
    expect(await client.callEndpoint(`/drafts/${id}`, 'DELETE')).toMatchObject({
      result: 'success',
    });
  });

  it('sends, retrieves by narrow and receives messages', async () => {
    const { streams } = await client.callEndpoint('/streams', 'GET');
    const [channel] = streams as { stream_id: number; name: string }[];
    const queue = await client.queues.register({ event_types: ['message'] });
    const sent = await client.messages.send({
      type: 'stream',
      to: channel!.name,
      topic: 'from node',
      content: 'Harbours **ahoy**',
    });
    expect(sent).toMatchObject({ result: 'success', id: expect.any(Number) as number });
    const note = await client.messages.send({
      type: 'private',
      to: t.owner.email,
      content: 'a note',
    });
    const narrow = [
      { operator: 'channel', operand: channel!.name },
      { operator: 'topic', operand: 'From Node' },
      { operator: 'search', operand: 'harbour' },
    ];
    const window = { anchor: 'newest', num_before: 10, num_after: 0 };
    expect(await client.messages.retrieve({ ...window, narrow })).toMatchObject({
      result: 'success',
      messages: [
        {
          id: sent['id'],
          subject: 'from node',
          match_content: '<p><span class="highlight">Harbours</span> <strong>ahoy</strong></p>',
        },
      ],
    });
    const older = { ...window, narrow: [['pm-with', t.owner.email]] };
    expect(await client.messages.retrieve(older)).toMatchObject({ messages: [{ id: note['id'] }] });
    expect(
      await client.events.retrieve({
        queue_id: queue.queue_id,
        last_event_id: -1,
        dont_block: true,
      }),
    ).toMatchObject({
      events: [
        { type: 'message', message: { id: sent['id'], content: 'Harbours **ahoy**' } },
        { type: 'message', message: { id: note['id'] } },
      ],
    });
    await client.reactions.add({ message_id: sent['id'], emoji_name: 'tada' });
    const [found] = (await client.messages.retrieve({ ...window, narrow }))['messages'] as [
      { reactions: unknown },
    ];
    expect(found.reactions).toMatchObject([{ emoji_name: 'tada', user_id: t.owner.user_id }]);
  });

  it('uploads a file with its path as the field name', async () => {
    const path = import.meta.filename;
    const sent = await client.callEndpoint('/user_uploads', 'POST', {
      [path]: createReadStream(path),
    });
    expect(sent).toMatchObject({ result: 'success', filename: 'zulip-js.test.ts' });
    expect(sent['url']).toMatch(/\/zulip-js.test.ts$/);
    const { attachments } = await client.callEndpoint('/attachments');
    expect(attachments).toMatchObject([{ size: (await stat(path)).size }]);
  });

  it('subscribes, finds, lists and leaves channels', async () => {
    const name = 'made by node';
    const subscriptions = JSON.stringify([{ name }]);
    expect(await client.users.me.subscriptions.add({ subscriptions })).toMatchObject({
      result: 'success',
      subscribed: { [t.owner.user_id]: [name] },
    });
    const { stream_id } = await client.streams.getStreamId(name);
    expect(await client.streams.getStreamId({ stream: name })).toMatchObject({ stream_id });
    expect(await client.streams.subscriptions.retrieve()).toMatchObject({
      subscriptions: expect.arrayContaining([
        expect.objectContaining({ stream_id, name }),
      ]) as unknown,
    });
    expect(await client.streams.retrieve({ include_public: false })).toMatchObject({
      streams: expect.arrayContaining([expect.objectContaining({ stream_id })]) as unknown,
    });
    expect(await client.streams.topics.retrieve({ stream_id })).toMatchObject({
      result: 'success',
    });
    // Without a body: the list is in the query, as JSON made by the caller.
    const left = { subscriptions: JSON.stringify([name]) };
    expect(await client.users.me.subscriptions.remove(left)).toMatchObject({
      result: 'success',
      removed: [name],
    });
    expect(await client.streams.deleteById({ stream_id })).toMatchObject({ result: 'success' });
    expect(await client.streams.getStreamId('no such channel')).toMatchObject({ result: 'error' });
  });

  it('reads and creates people, alert words, emoji and the server settings', async () => {
    const person = { email: 'node@example.org', password: 'a long passphrase', full_name: 'Node' };
    const made = await client.users.create(person);
    expect(made).toMatchObject({ result: 'success', user_id: expect.any(Number) as number });
    expect(await client.users.retrieve({ client_gravatar: true })).toMatchObject({
      members: expect.arrayContaining([
        expect.objectContaining({ user_id: made['user_id'], full_name: 'Node' }),
      ]) as unknown,
    });
    const words = { alert_words: ['granite'] };
    await client.callEndpoint('users/me/alert_words', 'POST', words);
    expect(await client.users.me.alertWords.retrieve()).toMatchObject(words);
    expect(await client.emojis.retrieve()).toHaveProperty('emoji');
    expect(await client.server.settings()).toHaveProperty('zulip_version');
    const typing = { to: [made['user_id']], op: 'start' };
    expect(await client.typing.send(typing)).toMatchObject({ result: 'success' });
  });

  it('edits, flags and deletes with everything in the query', async () => {
    const { id: message_id } = await client.messages.send({
      type: 'private',
      to: JSON.stringify([t.owner.user_id]),
      content: 'frist',
    });
    expect(await client.messages.render('*a*')).toMatchObject({ rendered: '<p><em>a</em></p>' });
    expect(await client.messages.update({ message_id, content: 'first' })).toMatchObject({
      result: 'success',
    });
    const starred = { messages: [message_id], flag: 'starred' };
    expect(await client.messages.flags.add(starred)).toMatchObject({ messages: [message_id] });
    expect(await client.messages.flags.remove(starred)).toMatchObject({ messages: [message_id] });
    expect(await client.messages.getById({ message_id })).toMatchObject({ raw_content: 'first' });
    const emoji = { message_id, emoji_name: 'tada' };
    await client.reactions.add(emoji);
    expect(await client.messages.deleteReactionById(emoji)).toMatchObject({ result: 'success' });
    await client.reactions.add(emoji);
    expect(await client.reactions.remove(emoji)).toMatchObject({ result: 'success' });
    const { message_history } = await client.messages.getHistoryById({ message_id });
    expect(message_history).toHaveLength(2);
    expect(await client.messages.deleteById({ message_id })).toMatchObject({ result: 'success' });
  });

  it('deletes a queue', async () => {
    const { queue_id } = await client.queues.register({ event_types: ['message'] });
    expect(await client.queues.deregister({ queue_id })).toMatchObject({ result: 'success' });
  });

  it('loops over events, with the word null for no event types', async () => {
    const seen: unknown[] = [];
    const loop = client.callOnEachEvent((event) => seen.push(event.type));
    await expect.poll(async () => (await t.service.figures()).waiting_polls).toBe(1);
    await t.call(t.owner, 'POST', '/drafts', { drafts: [draft] });
    await expect.poll(() => seen).toEqual(['drafts']);
    // The library can't be stopped. It ends when the server closes.
    void loop.catch(() => undefined);
  });

  it('gets every error as JSON', async () => {
    expect(await client.filters.retrieve()).toMatchObject({ result: 'error' });
    expect(await client.callEndpoint('/users/me/pointer')).toMatchObject({ result: 'error' });
    expect(
      await client.callEndpoint('/events', 'GET', { queue_id: 'x', last_event_id: 0 }),
    ).toEqual(
      expect.objectContaining({ result: 'error', code: 'BAD_EVENT_QUEUE_ID', queue_id: 'x' }),
    );
    const stranger = await zulip({
      username: t.owner.email,
      apiKey: 'x'.repeat(32),
      realm: server.url,
    });
    expect(await stranger.users.retrieve()).toMatchObject({ code: 'UNAUTHORIZED' });
  });
});
