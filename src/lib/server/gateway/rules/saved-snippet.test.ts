import { beforeEach, describe, expect, it } from 'vitest';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../../service/service';

/** Every rule of saved snippets, through both gateways. */

const t = withService();

describe.each(gatewayNames)('saved snippets through the %s', (gateway) => {
  let me: AccountWithKey;
  let ask: Ask;
  let other: Ask;
  let queue_id: string;

  beforeEach(async () => {
    me = await t.addUser();
    ask = (await openGateways(t, me))[gateway];
    other = (await openGateways(t, await t.addUser()))[gateway];
    const registered = await ask('POST', '/register', { event_types: ['saved_snippets'] });
    queue_id = registered.body.queue_id;
  });

  const create = (params: Params) => ask('POST', '/saved_snippets', params);
  const list = async (by = ask) => (await by('GET', '/saved_snippets')).body['saved_snippets'];
  async function events() {
    const params = { queue_id, last_event_id: -1, dont_block: true };
    const { body } = await ask('GET', '/events', params);
    return body.events.map(({ id: _id, ...event }) => event);
  }

  it('trim title and content, are listed by id, and are sent to the owner', async () => {
    const first = await create({ title: '  Thanks ', content: '\n**Thank you!** \n' });
    const second = await create({ title: 'Thanks', content: '"quoted"' });
    const made = {
      id: first.body['saved_snippet_id'],
      title: 'Thanks',
      content: '**Thank you!**',
      date_created: Math.floor(t.clock.now() / 1000),
    };
    const twin = { ...made, id: second.body['saved_snippet_id'], content: '"quoted"' };
    expect(await list()).toEqual([made, twin]);
    expect(await list(other)).toEqual([]);
    expect(await events()).toEqual([
      { type: 'saved_snippets', op: 'add', saved_snippet: made },
      { type: 'saved_snippets', op: 'add', saved_snippet: twin },
    ]);
    const state = await ask('POST', '/register', { fetch_event_types: ['saved_snippets'] });
    expect(state.body['saved_snippets']).toEqual([made, twin]);
  });

  it.each([
    ['an empty title', { title: '', content: 'x' }],
    ['a blank title', { title: ' \t\n', content: 'x' }],
    ['empty content', { title: 'x', content: '' }],
    ['blank content', { title: 'x', content: ' \n ' }],
    ['61 characters of title', { title: '𝒂'.repeat(61), content: 'x' }],
    ['10,001 characters of content', { title: 'x', content: '𝒂'.repeat(10_001) }],
    ['a null byte', { title: 'a\0b', content: 'x' }],
  ])('refuse %s, when created and edited', async (_what, params) => {
    const { body } = await create({ title: 'fine', content: 'fine' });
    const path = `/saved_snippets/${String(body['saved_snippet_id'])}`;
    for (const reply of [await create(params), await ask('PATCH', path, params)]) {
      expect({ status: reply.status, code: reply.body.code }).toEqual({
        status: 400,
        code: 'BAD_REQUEST',
      });
    }
    expect(await list()).toMatchObject([{ title: 'fine', content: 'fine' }]);
  });

  it('return only the id, list unknown parameters, and allow equal titles', async () => {
    const first = await create({ title: 'one', content: 'a' });
    expect(first.body).toEqual({
      result: 'success',
      msg: '',
      saved_snippet_id: expect.any(Number) as number,
    });
    const second = await create({ title: 'one', content: 'a', id: 3, colour: 'blue' });
    expect(second.body['ignored_parameters_unsupported']).toEqual(['colour', 'id']);
    expect(second.body['saved_snippet_id']).not.toBe(first.body['saved_snippet_id']);
    expect(await list()).toHaveLength(2);
  });

  it('keep Markdown, quotes and numbers as written', async () => {
    const texts = ['**a** <b>\n\n```\ncode\n```', '"a"', '5', 'null', '["a"]', '[x](/y) @**all**'];
    for (const content of texts) await create({ title: content.slice(0, 3), content });
    expect((await list()) as object[]).toMatchObject(texts.map((content) => ({ content })));
  });

  it.each([
    ['guests', { role: 600 }],
    ['bots', { is_bot: true, bot_type: 1 }],
  ])('are available to %s', async (_who, values) => {
    const bot_owner_id = 'is_bot' in values ? me.user_id : null;
    const by = (await openGateways(t, await t.addUser({ ...values, bot_owner_id })))[gateway];
    const { status } = await by('POST', '/saved_snippets', { title: 'one', content: 'a' });
    expect(status).toBe(200);
    expect(await list(by)).toMatchObject([{ title: 'one' }]);
  });

  it('name the missing parameter', async () => {
    expect((await create({ content: 'x' })).body).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'title',
    });
    expect((await create({ title: 'x' })).body).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'content',
    });
  });

  it('count code points after trimming', async () => {
    const title = '𝒂'.repeat(60);
    const content = '𝒃'.repeat(10_000);
    expect((await create({ title: ` ${title} `, content: `${content}\n` })).status).toBe(200);
    expect(await list()).toMatchObject([{ title, content }]);
  });

  it('edit what is given, and send only what has changed', async () => {
    const { body } = await create({ title: 'one', content: 'text' });
    const id = body['saved_snippet_id'];
    const path = `/saved_snippets/${String(id)}`;
    for (const params of [{ title: ' two ' }, {}, { title: 'two', content: 'text' }]) {
      expect((await ask('PATCH', path, params)).status).toBe(200);
    }
    expect((await ask('PATCH', path, { content: 'more' })).status).toBe(200);
    expect(await list()).toMatchObject([{ id, title: 'two', content: 'more' }]);
    expect((await events()).slice(1)).toMatchObject([
      { op: 'update', saved_snippet: { id, title: 'two', content: 'text' } },
      { op: 'update', saved_snippet: { id, title: 'two', content: 'more' } },
    ]);
  });

  it('can be deleted, which sends an event', async () => {
    const { body } = await create({ title: 'one', content: 'text' });
    const saved_snippet_id = body['saved_snippet_id'];
    const path = `/saved_snippets/${String(saved_snippet_id)}`;
    expect((await ask('DELETE', path)).status).toBe(200);
    expect(await list()).toEqual([]);
    expect((await events()).slice(1)).toEqual([
      { type: 'saved_snippets', op: 'remove', saved_snippet_id },
    ]);
    expect((await ask('DELETE', path)).status).toBe(404);
  });

  it('answer 404 for one that is missing or belongs to another user', async () => {
    const { body } = await create({ title: 'one', content: 'text' });
    for (const id of [body['saved_snippet_id'], 999_999, 99_999_999_999]) {
      const path = `/saved_snippets/${String(id)}`;
      for (const reply of [
        await other('PATCH', path, { title: 'x' }),
        await other('DELETE', path),
      ]) {
        expect({ status: reply.status, code: reply.body.code }).toEqual({
          status: 404,
          code: 'BAD_REQUEST',
        });
      }
    }
    expect(await list()).toHaveLength(1);
  });
});
