import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayNames, openGateways, type Ask } from '../../../../../tests/support/both-gateways';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';

const t = withService();

const path = '/users/me/alert_words';

describe.each(gatewayNames)('alert words through the %s', (gateway) => {
  let me: AccountWithKey;
  let ask: Ask;
  beforeEach(async () => {
    me = await t.addUser();
    ask = (await openGateways(t, me))[gateway];
  });
  const list = async () => (await ask('GET', path)).body['alert_words'];
  const add = (alert_words: unknown) => ask('POST', path, { alert_words });
  const remove = (alert_words: unknown) => ask('DELETE', path, { alert_words });

  it('are added, listed in their order, and removed', async () => {
    expect(await list()).toEqual([]);
    const { body } = await add(['zebra', 'deploy', 'release notes']);
    expect(body).toEqual({
      result: 'success',
      msg: '',
      alert_words: ['zebra', 'deploy', 'release notes'],
    });
    expect((await add(['apple'])).body['alert_words']).toEqual([
      'zebra',
      'deploy',
      'release notes',
      'apple',
    ]);
    expect((await remove(['deploy', 'unknown'])).body['alert_words']).toEqual([
      'zebra',
      'release notes',
      'apple',
    ]);
    expect(await list()).toEqual(['zebra', 'release notes', 'apple']);
  });

  it('are stored once, whatever their case, without surrounding spaces', async () => {
    await add(['Deploy', ' deploy ', 'DEPLOY', '', '  ']);
    expect(await list()).toEqual(['Deploy']);
    await remove(['dePloy']);
    expect(await list()).toEqual([]);
  });

  it.each([
    ['a word that is too long', ['🦉'.repeat(101)]],
    ['a null byte', ['a\0b']],
    ['no list', 'deploy'],
    ['a number', [7]],
    ['more than are kept', Array.from({ length: 1001 }, (_, i) => `w${i}`)],
  ])('refuse %s', async (_what, words) => {
    expect(await add(words)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(await list()).toEqual([]);
  });

  it('accept the longest word, and no more words than the limit', async () => {
    expect((await add(['🦉'.repeat(100)])).status).toBe(200);
    expect((await add(Array.from({ length: 999 }, (_, i) => `w${i}`))).status).toBe(200);
    expect((await add(['1 more'])).status).toBe(400);
  });

  it('are a required parameter', async () => {
    for (const method of ['POST', 'DELETE']) {
      expect((await ask(method, path)).body).toMatchObject({
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: 'alert_words',
      });
    }
  });

  it('are sent to the user on changes, as the whole list, and in the initial state', async () => {
    const queue = await openQueue(t, me, { event_types: ['alert_words'] });
    const others = await openQueue(t, t.owner, { event_types: ['alert_words'] });
    await add(['a']);
    await add(['A']);
    await add(['b']);
    await remove(['c']);
    await remove(['a']);
    expect(await queue.events()).toEqual([
      { type: 'alert_words', alert_words: ['a'] },
      { type: 'alert_words', alert_words: ['a', 'b'] },
      { type: 'alert_words', alert_words: ['b'] },
    ]);
    expect(await others.events()).toEqual([]);
    const { body } = await ask('POST', '/register', { event_types: ['alert_words'] });
    expect(body['alert_words']).toEqual(['b']);
  });
});

describe('messages with an alert word', () => {
  it('are flagged for the word’s owner, in channels and direct messages', async () => {
    const [me, other] = [await t.addUser(), await t.addUser()];
    const { id: to } = await addChannel(t, {}, [me, other]);
    await t.call(me, 'POST', path, { alert_words: ['deploy', 'on fire'] });
    const queue = await openQueue(t, me, { event_types: ['message'] });
    const others = await openQueue(t, other, { event_types: ['message'] });
    const send = (content: string, params: object = { type: 'channel', to, topic: 'x' }) =>
      t.call(other, 'POST', '/messages', { ...params, content });
    await send('We DEPLOY at noon');
    await send('It is deployed');
    await send('The roof is on fire!', { type: 'direct', to: [me.user_id] });
    await send(`@**${me.full_name}** deploy`);
    expect((await queue.events()).map(({ flags }) => flags)).toEqual([
      ['has_alert_word'],
      [],
      ['has_alert_word'],
      ['mentioned', 'has_alert_word'],
    ]);
    expect((await others.events()).map(({ flags }) => flags)).toEqual([[], [], [], []]);
    const { body } = await t.call(me, 'GET', '/messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator: 'is', operand: 'alerted' }],
    });
    expect(body['messages']).toHaveLength(3);
  });

  it('gain and lose the flag when they are edited', async () => {
    const [me, other] = [await t.addUser(), await t.addUser()];
    await t.call(me, 'POST', path, { alert_words: ['deploy'] });
    const params = { type: 'direct', to: [me.user_id], content: 'hello' };
    const { body } = await t.call(other, 'POST', '/messages', params);
    const flags = async () => {
      const read = await t.call(me, 'GET', `/messages/${String(body['id'])}`);
      return (read.body['message'] as { flags: string[] }).flags;
    };
    const edit = (content: string) =>
      t.call(other, 'PATCH', `/messages/${String(body['id'])}`, { content });
    expect(await flags()).toEqual([]);
    await edit('deploy!');
    expect(await flags()).toEqual(['has_alert_word']);
    await edit('hello again');
    expect(await flags()).toEqual([]);
  });
});
