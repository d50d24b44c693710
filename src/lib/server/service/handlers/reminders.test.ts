import { beforeEach, describe, expect, it } from 'vitest';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';

const t = withService();
let me: AccountWithKey;
let other: AccountWithKey;
let open: { id: number; name: string };
let target: number;
let later: number;

beforeEach(async () => {
  me = await t.addUser();
  other = await t.addUser();
  open = await addChannel(t, {}, [me, other]);
  later = t.clock.now() / 1000 + 3600;
  target = await post(other, 'the target');
});

async function post(account: AccountWithKey, content: string): Promise<number> {
  const params = { type: 'stream', to: open.id, topic: 'plans', content };
  return (await t.call(account, 'POST', '/messages', params)).body['id'] as number;
}
const create = (params: Record<string, unknown> = {}, account = me) =>
  t.call(account, 'POST', '/reminders', {
    message_id: target,
    scheduled_delivery_timestamp: later,
    ...params,
  });
async function list(account = me) {
  const { body } = await t.call(account, 'GET', '/reminders');
  return body['reminders'] as Record<string, unknown>[];
}

describe('createMessageReminder', () => {
  it('stores what will be sent, with exactly the documented keys', async () => {
    const { body } = await create({ note: '  look again ' });
    const [reminder] = await list();
    expect(reminder).toEqual({
      reminder_id: body['reminder_id'],
      type: 'private',
      to: [me.user_id],
      content: expect.any(String),
      rendered_content: expect.any(String),
      scheduled_delivery_timestamp: later,
      failed: false,
      reminder_target_message_id: target,
    });
    const content = reminder!['content'] as string;
    for (const part of [`@**${me.full_name}|${me.user_id}**`, 'look again', 'the target']) {
      expect(content).toContain(part);
    }
    expect(content).toContain(`/#narrow/channel/${open.id}-`);
    expect(content).toContain(`/near/${target})`);
  });

  it('quotes text that contains fences correctly, and cuts it to a message’s maximum length', async () => {
    target = await post(other, '````\ncode\n````');
    await create();
    expect((await list())[0]!['content']).toMatch(/`````quote\n````\ncode\n````\n`````$/);
    target = await post(other, 'x'.repeat(10_000));
    await create({ note: 'n'.repeat(500), scheduled_delivery_timestamp: later + 1 });
    const long = (await list())[1]!['content'] as string;
    expect([...long]).toHaveLength(10_000);
    expect(long.endsWith('x…\n```')).toBe(true);
  });

  it('refuses past times, long notes and messages that the user can’t read', async () => {
    const { id } = await addChannel(t, { invite_only: true }, [other]);
    const sent = await t.call(other, 'POST', '/messages', {
      type: 'stream',
      to: id,
      topic: 'x',
      content: 'secret',
    });
    for (const params of [
      { scheduled_delivery_timestamp: later - 3600 },
      { note: 'é'.repeat(501) },
      { note: 'a\0b' },
      { message_id: sent.body['id'] },
      { message_id: 999_999 },
      { message_id: 9_999_999_999 },
    ]) {
      expect((await create(params)).body).toMatchObject({ code: 'BAD_REQUEST' });
    }
    expect((await create({ note: 'é'.repeat(500) })).status).toBe(200);
  });
});

describe('getReminders and deleteReminder', () => {
  it('are sorted by time, list only the user’s own, and answer 404 for missing ones', async () => {
    const second = (await create({ scheduled_delivery_timestamp: later + 1 })).body['reminder_id'];
    const first = (await create()).body['reminder_id'];
    expect((await list()).map((each) => each['reminder_id'])).toEqual([first, second]);
    expect(await list(other)).toEqual([]);
    const state = await t.call(me, 'POST', '/register', { fetch_event_types: ['reminders'] });
    expect(state.body['reminders']).toEqual(await list());
    for (const [account, id] of [
      [other, first],
      [me, 999_999],
      [me, 9_999_999_999],
    ]) {
      const reply = await t.call(account as AccountWithKey, 'DELETE', `/reminders/${id as number}`);
      expect([reply.status, reply.body.code]).toEqual([404, 'BAD_REQUEST']);
    }
    expect((await t.call(me, 'DELETE', `/reminders/${first as number}`)).status).toBe(200);
    expect(await list()).toHaveLength(1);
  });

  it('send events only to their user', async () => {
    const mine = await openQueue(t, me);
    const theirs = await openQueue(t, other);
    const { reminder_id } = (await create()).body;
    const [reminder] = await list();
    await t.call(me, 'DELETE', `/reminders/${reminder_id as number}`);
    expect(await mine.events()).toEqual([
      { type: 'reminders', op: 'add', reminders: [reminder] },
      { type: 'reminders', op: 'remove', reminder_id },
    ]);
    expect(await theirs.events()).toEqual([]);
  });
});
