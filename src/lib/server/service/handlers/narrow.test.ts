import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { getMessages } from '$lib/api/read-messages';
import { withService } from '../../../../../tests/support/with-service';
import { addTalk, type Talk } from '../../../../../tests/support/talk';
import type { AccountWithKey } from '../service';

const t = withService();
let me: AccountWithKey;
let other: AccountWithKey;
let open: Talk['open'];
let elsewhere: Talk['elsewhere'];
let closed: Talk['closed'];
let sent: Talk['sent'];

beforeAll(async () => {
  ({ me, other, open, elsewhere, closed, sent } = await addTalk(t));
});

const get = (params: Record<string, unknown>, account = me) =>
  t.call(account, 'GET', '/messages', params);

/** Names of the messages in the test conversation that match a narrow. */
async function names(narrow: unknown, account = me): Promise<string[]> {
  const { body } = await get(
    { anchor: 'newest', num_before: 100, num_after: 0, narrow, apply_markdown: false },
    account,
  );
  expect(body).toMatchObject({ result: 'success' });
  const { messages } = v.parse(getMessages.result, body);
  return messages.map(({ content }) => content.split(' ')[0] ?? '');
}

describe('a search', () => {
  // Texts whose searches failed in other apps, according to public reports.
  const texts = {
    meeting: '明日の会議は10時からです',
    budget: '预算已经批准',
    gathering: 'ประชุมพรุ่งนี้',
    issue: 'Fixed in PROJ-1234 at last',
    contraction: "They don't",
    number: 'Room 1234',
  };

  it.each([
    ['会議', ['meeting']],
    ['"会議は"', ['meeting']],
    ['预算', ['budget']],
    ['ประชุม', ['gathering']],
    ['1234', ['issue', 'number']],
    ['room 1234', ['number']],
    ["don't", ['contraction']],
    ['会議 room', []],
    ['the', []],
  ])('for %s finds the messages containing it', async (search, found) => {
    const asker = await t.addUser();
    const ids = new Map<number, string>();
    for (const [name, content] of Object.entries(texts)) {
      const to = { type: 'direct', to: [asker.user_id], content };
      const { body } = await t.call(asker, 'POST', '/messages', to);
      ids.set(body['id'] as number, name);
    }
    const params = { anchor: 'newest', num_before: 100, num_after: 0 };
    const narrow = [['search', search]];
    const { body } = await t.call(asker, 'GET', '/messages', { ...params, narrow });
    const messages = body['messages'] as { id: number }[];
    expect(messages.map(({ id }) => ids.get(id))).toEqual(found);
  });
});

describe('a narrow', () => {
  const channelOf = (name: string) => ({ operator: 'channel', operand: name });

  it.each([
    [[], ['first', 'mine', 'done', 'chat', 'direct', 'note', 'hello']],
    [[['topic', 'PLANS']], ['first', 'mine']],
    [[['subject', 'general chat']], ['chat']],
    [[{ operator: 'topic', operand: '' }], ['chat']],
    [
      [{ operator: 'topic', operand: 'plans', negated: true }],
      ['done', 'chat', 'direct', 'note', 'hello'],
    ],
    [[['is', 'dm']], ['direct', 'note']],
    [[['is', 'private']], ['direct', 'note']],
    [[['is', 'unread']], ['first', 'done', 'chat', 'direct', 'hello']],
    [[['is', 'mentioned']], ['hello']],
    [[['is', 'starred']], []],
    [[['is', 'alerted']], []],
    [[['is', 'resolved']], ['done']],
    [[['is', 'followed']], ['first', 'mine']],
    [[['is', 'muted']], []],
    [[['in', 'home']], ['first', 'mine', 'done', 'chat', 'direct', 'note', 'hello']],
    [[['has', 'link']], ['hello']],
    [[['has', 'image']], []],
    [[['has', 'attachment']], []],
    [[['has', 'reaction']], []],
    [[['search', 'hello']], ['hello']],
    [[['search', 'tables']], ['done']],
    [[['near', '1']], ['first', 'mine', 'done', 'chat', 'direct', 'note', 'hello']],
  ])('%j', async (narrow, expected) => {
    expect(await names(narrow)).toEqual(expected);
  });

  it('accepts users by id, email address and lists of both', async () => {
    for (const operand of [other.user_id, other.email, String(other.user_id)]) {
      for (const operator of ['sender', 'from']) {
        expect(await names([{ operator, operand }])).toEqual([
          'first',
          'done',
          'chat',
          'direct',
          'hello',
        ]);
      }
    }
    for (const operand of [
      [other.user_id],
      [other.user_id, me.user_id],
      [other.email],
      other.email,
      `${other.email}, ${me.email}`,
      `${other.user_id},${me.user_id}`,
    ]) {
      for (const operator of ['dm', 'pm-with']) {
        expect(await names([{ operator, operand }])).toEqual(['direct']);
      }
    }
    expect(await names([{ operator: 'dm', operand: [me.user_id] }])).toEqual(['note']);
    for (const operator of ['dm-including', 'group-pm-with']) {
      expect(await names([{ operator, operand: me.user_id }])).toEqual(['direct', 'note']);
    }
  });

  it('includes the history of channels the user can read, and nothing more', async () => {
    expect(await names([channelOf(elsewhere.name)])).toEqual(['unseen']);
    expect(await names([channelOf(elsewhere.name.toUpperCase())])).toEqual(['unseen']);
    expect(await names([{ operator: 'stream', operand: elsewhere.id }])).toEqual(['unseen']);
    expect(await names([channelOf(elsewhere.name), ['is', 'unread']])).toEqual([]);
    expect(await names([{ operator: 'channels', operand: 'public' }])).toEqual([
      'first',
      'mine',
      'done',
      'chat',
      'hello',
      'unseen',
    ]);
    expect(await names([['topic', 'plans']])).toEqual(['first', 'mine']);
    const late = await t.addUser();
    const { body } = await get(
      { anchor: 0, num_before: 0, num_after: 9, narrow: [['channel', closed.name]] },
      late,
    );
    expect(body).toMatchObject({ code: 'BAD_NARROW' });
  });

  it('shows a guest only what they can access', async () => {
    const guest = await t.addUser({ role: 600 });
    expect(await names([['channels', 'public']], guest)).toEqual([]);
    const narrow = [['channel', open.name]];
    const { body } = await get({ anchor: 0, num_before: 0, num_after: 9, narrow }, guest);
    expect(body).toMatchObject({ code: 'BAD_NARROW', desc: expect.any(String) as string });
  });

  it('follows a message to its conversation', async () => {
    const withId = (id: number | undefined) => ({ operator: 'with', operand: id ?? 0 });
    expect(await names([withId(sent['mine'])])).toEqual(['first', 'mine']);
    expect(await names([channelOf(elsewhere.name), withId(sent['mine'])])).toEqual([
      'first',
      'mine',
    ]);
    expect(await names([withId(sent['direct'])])).toEqual(['direct']);
    expect(await names([channelOf(open.name), ['topic', 'plans'], withId(999_999)])).toEqual([
      'first',
      'mine',
    ]);
    expect(await names([withId(sent['note']), ['is', 'unread']])).toEqual([]);
  });

  it('can contain one message by id', async () => {
    expect(await names([{ operator: 'id', operand: sent['chat'] }])).toEqual(['chat']);
    expect(await names([['id', String(sent['chat'])]])).toEqual(['chat']);
    expect(await names([['id', '99999999999']])).toEqual([]);
  });

  it.each([
    [['colour', 'blue']],
    [['channel', 'no such channel']],
    [['sender', 'nobody@example.org']],
    [['dm', 'nobody@example.org']],
    [{ operator: 'dm', operand: [999_999] }],
    [['is', 'blue']],
    [['has', 'constructor']],
    [['in', 'attic']],
    [['search', ' ']],
    [['id', 'one']],
    [['channels', 'all']],
    [['with', '999999']],
    [{ operator: 'topic', operand: 5 }],
    [['search', 'x'.repeat(501)]],
  ])('%j is invalid', async (term) => {
    const { status, body } = await get({ anchor: 0, num_before: 0, num_after: 9, narrow: [term] });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'BAD_NARROW', desc: expect.any(String) as string });
    const check = await t.call(me, 'GET', '/messages/matches_narrow', {
      msg_ids: [],
      narrow: [term],
    });
    expect(check.body).toMatchObject({ code: 'BAD_NARROW', desc: expect.any(String) as string });
  });

  it('is invalid if no message can match both terms', async () => {
    for (const direct of [
      ['dm', other.email],
      ['is', 'dm'],
      ['dm-including', other.email],
    ]) {
      const { body } = await get({
        anchor: 0,
        num_before: 0,
        num_after: 9,
        narrow: [['topic', 'plans'], direct],
      });
      expect(body).toMatchObject({ code: 'BAD_NARROW' });
    }
  });
});
