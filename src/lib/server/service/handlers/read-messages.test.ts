import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkMessagesMatchNarrow, getMessage, getMessages } from '$lib/api/read-messages';
import { withService } from '../../../../../tests/support/with-service';
import { addTalk, type Talk } from '../../../../../tests/support/talk';
import type { AccountWithKey } from '../service';

const t = withService();
let me: AccountWithKey;
let other: AccountWithKey;
let open: Talk['open'];
let elsewhere: Talk['elsewhere'];
let sent: Talk['sent'];

beforeAll(async () => {
  ({ me, other, open, elsewhere, sent } = await addTalk(t));
});

const get = (params: Record<string, unknown>, account = me) =>
  t.call(account, 'GET', '/messages', params);

describe('getMessages', () => {
  it('answers in the documented shape, ascending', async () => {
    const { body } = await get({ anchor: 'oldest', num_before: 0, num_after: 50 });
    const { messages } = v.parse(getMessages.result, body);
    expect(messages.map(({ id }) => id)).toEqual(
      messages.map(({ id }) => id).sort((a, b) => a - b),
    );
    expect((body['messages'] as unknown[])[0]).toEqual({
      id: sent['first'],
      sender_id: other.user_id,
      sender_email: other.email,
      sender_full_name: other.full_name,
      sender_realm_str: 'inkwell',
      avatar_url: null,
      client: 'Unspecified',
      content: '<p>first</p>',
      content_type: 'text/html',
      timestamp: Math.floor(t.clock.now() / 1000),
      type: 'stream',
      display_recipient: open.name,
      stream_id: open.id,
      subject: 'Plans',
      recipient_id: expect.any(Number) as number,
      is_me_message: false,
      reactions: [],
      submessages: [],
      topic_links: [],
      flags: [],
    });
    const direct = messages.find(({ id }) => id === sent['direct']);
    expect(direct).toMatchObject({ type: 'private', subject: '' });
    expect(direct).not.toHaveProperty('stream_id');
    expect(direct?.display_recipient).toEqual(
      [me, other].map(({ user_id, email, full_name }) => ({
        id: user_id,
        email,
        full_name,
        is_mirror_dummy: false,
      })),
    );
  });

  it('reports what it found around the anchor', async () => {
    const ids = ['first', 'mine', 'done'].map((name) => sent[name] ?? 0);
    const around = await get({ anchor: ids[1], num_before: 1, num_after: 1 });
    expect(around.body).toMatchObject({
      anchor: ids[1],
      found_anchor: true,
      found_oldest: false,
      found_newest: false,
      history_limited: false,
      messages: ids.map((id) => ({ id })),
    });
    const newest = await get({ anchor: 'newest', num_before: 2, num_after: 0 });
    expect(newest.body).toMatchObject({
      anchor: 10_000_000_000_000_000,
      found_anchor: false,
      found_newest: true,
      found_oldest: false,
    });
    const oldest = await get({ anchor: 'oldest', num_before: 0, num_after: 3 });
    expect(oldest.body).toMatchObject({ anchor: 0, found_oldest: true, found_newest: false });
    expect(oldest.body['messages']).toHaveLength(3);
    const all = await get({ anchor: ids[1], num_before: 10, num_after: 10 });
    expect(all.body).toMatchObject({ found_oldest: true, found_newest: true });
    const only = await get({ anchor: ids[1], num_before: 0, num_after: 0 });
    expect(only.body['messages']).toMatchObject([{ id: ids[1] }]);
    const without = await get({
      anchor: ids[1],
      num_before: 1,
      num_after: 0,
      include_anchor: false,
    });
    expect(without.body).toMatchObject({ found_anchor: false, messages: [{ id: ids[0] }] });
  });

  it('finds the first unread message, or the end', async () => {
    const unread = await get({ anchor: 'first_unread', num_before: 0, num_after: 0 });
    expect(unread.body).toMatchObject({ anchor: sent['first'], found_anchor: true });
    const older = await get({
      use_first_unread_anchor: true,
      anchor: 0,
      num_before: 0,
      num_after: 0,
      narrow: [['topic', 'calls']],
    });
    expect(older.body['anchor']).toBe(sent['hello @**all**, see https://example.com/x']);
    const none = await get({
      anchor: 'first_unread',
      num_before: 5,
      num_after: 5,
      narrow: [{ operator: 'sender', operand: me.user_id }],
    });
    expect(none.body['anchor']).toBe(10_000_000_000_000_000);
    expect(none.body['messages']).toHaveLength(2);
  });

  it('returns messages by id, leaving out hidden ones', async () => {
    const message_ids = [sent['unseen'], sent['first'], sent['before'], 999_999, -1, 2 ** 40];
    const { body } = await get({ message_ids });
    expect(body['messages']).toMatchObject([
      { id: sent['first'], flags: [] },
      { id: sent['unseen'], flags: ['read', 'historical'] },
    ]);
    expect(body).not.toHaveProperty('anchor');
    const both = await get({ message_ids, num_before: 1 });
    expect(both.status).toBe(400);
    expect(both.body['parameters']).toEqual(['num_before', 'message_ids']);
  });

  it.each([
    [{ num_before: 1, num_after: 1 }, 'REQUEST_VARIABLE_MISSING'],
    [{ anchor: 1, num_after: 1 }, 'REQUEST_VARIABLE_MISSING'],
    [{ anchor: 1, num_before: 1 }, 'REQUEST_VARIABLE_MISSING'],
    [{ anchor: 'soon', num_before: 1, num_after: 1 }, 'REQUEST_VARIABLE_INVALID'],
    [{ anchor: 1, num_before: 5000, num_after: 1 }, 'BAD_REQUEST'],
    [{ anchor: 1, num_before: -1, num_after: 1 }, 'BAD_REQUEST'],
    [{ anchor: 1, num_before: 1, num_after: 1, include_anchor: false }, 'BAD_REQUEST'],
    [{ anchor: 1, num_before: 1, num_after: 1, narrow: 'x' }, 'BAD_REQUEST'],
    [{ anchor: 1, num_before: 1, num_after: 1, narrow: [['a', 'b', 'c']] }, 'BAD_REQUEST'],
  ])('refuses %o', async (params, code) => {
    const { status, body } = await get(params);
    expect(status).toBe(400);
    expect(body.code).toBe(code);
  });

  it('returns the Markdown source and the empty topic unchanged on request', async () => {
    const params = { anchor: sent['chat'], num_before: 0, num_after: 0 };
    expect((await get(params)).body['messages']).toMatchObject([{ subject: 'general chat' }]);
    const asIs = { ...params, apply_markdown: false, allow_empty_topic_name: true };
    expect((await get({ ...asIs, client_gravatar: false })).body['messages']).toMatchObject([
      {
        subject: '',
        content: 'chat',
        content_type: 'text/x-markdown',
        avatar_url: expect.stringContaining('gravatar') as string,
      },
    ]);
  });
});

describe('getMessage', () => {
  it('returns one message with its source', async () => {
    const { body } = await t.call(me, 'GET', `/messages/${sent['unseen']}`);
    expect(v.parse(getMessage.result, body)).toMatchObject({
      raw_content: 'unseen',
      message: { content: '<p>unseen</p>', flags: ['read', 'historical'] },
    });
  });

  it('gives the same error for hidden and missing messages', async () => {
    const replies = await Promise.all(
      [sent['before'], 999_999].map((id) => t.call(me, 'GET', `/messages/${id}`)),
    );
    for (const { status, body } of replies) {
      expect(status).toBe(400);
      expect(body).toEqual(replies[0]?.body);
    }
  });
});

describe('checkMessagesMatchNarrow', () => {
  const check = (params: Record<string, unknown>) =>
    t.call(me, 'GET', '/messages/matches_narrow', params);
  const ids = () => Object.values(sent);

  it('returns every received message that matches, highlighted as in the list', async () => {
    const narrow = [['search', 'hello "all"']];
    const { body } = await check({ msg_ids: ids(), narrow });
    const list = await get({ anchor: 0, num_before: 0, num_after: 50, narrow });
    const { messages } = v.parse(checkMessagesMatchNarrow.result, body);
    const listed = v.parse(getMessages.result, list.body).messages;
    expect(Object.keys(messages)).toHaveLength(1);
    for (const { id, match_content, match_subject } of listed) {
      expect(messages[id]).toEqual({ match_content, match_subject });
      expect(match_content).toContain('<span class="highlight">hello</span>');
    }
  });

  it('returns plain HTML without a search, and only received messages', async () => {
    const { body } = await check({ msg_ids: [...ids(), 999_999], narrow: [['topic', 'plans']] });
    expect(body['messages']).toEqual({
      [sent['first'] ?? 0]: { match_content: '<p>first</p>', match_subject: 'Plans' },
      [sent['mine'] ?? 0]: { match_content: '<p>mine</p>', match_subject: 'plans' },
    });
    const history = await check({ msg_ids: ids(), narrow: [['channel', elsewhere.name]] });
    expect(history.body['messages']).toEqual({});
  });

  it.each([[{ msg_ids: 'x', narrow: [] }], [{ msg_ids: ['1'], narrow: [] }]])(
    'refuses %o',
    async (params) => {
      expect((await check(params)).body).toMatchObject({ code: 'BAD_REQUEST' });
    },
  );

  it('needs both parameters', async () => {
    expect((await check({ narrow: [] })).body).toMatchObject({ var_name: 'msg_ids' });
    expect((await check({ msg_ids: [] })).body).toMatchObject({ var_name: 'narrow' });
  });
});
