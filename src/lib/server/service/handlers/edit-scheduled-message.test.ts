import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { addChannel } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { scheduledMessages } from '../db/schema/scheduled';
import { streams } from '../db/schema/streams';
import type { AccountWithKey } from '../service';

const t = withService();
let me: AccountWithKey;
let other: AccountWithKey;
let open: { id: number; name: string };
let later: number;

beforeEach(async () => {
  me = await t.addUser();
  other = await t.addUser();
  open = await addChannel(t, {}, [me, other]);
  later = t.clock.now() / 1000 + 3600;
});

type Params = Record<string, unknown>;
type Listed = Record<string, unknown> & { scheduled_message_id: number };

const create = (params: Params, account = me) =>
  t.call(account, 'POST', '/scheduled_messages', {
    type: 'channel',
    to: open.id,
    topic: 'plans',
    content: 'hello',
    scheduled_delivery_timestamp: later,
    ...params,
  });

async function created(params: Params = {}): Promise<number> {
  const { body } = await create(params);
  expect(body).toMatchObject({ result: 'success' });
  return body['scheduled_message_id'] as number;
}
async function list(account = me) {
  const { body } = await t.call(account, 'GET', '/scheduled_messages');
  return body['scheduled_messages'] as Listed[];
}
const change = (id: number, params: Params, account = me) =>
  t.call(account, 'PATCH', `/scheduled_messages/${id}`, params);
const fail = (id: number) =>
  t.store.db
    .update(scheduledMessages)
    .set({
      failed: true,
      failure_code: 'TOO_LATE',
      failure_reason: 'Too late.',
      failed_at: new Date(t.clock.now()),
    })
    .where(eq(scheduledMessages.id, id));

describe('updateScheduledMessage', () => {
  it('changes each part separately and renders again', async () => {
    const id = await created();
    const parts: [Params, Params][] = [
      [{ content: '*new*' }, { content: '*new*', rendered_content: '<p><em>new</em></p>' }],
      [{ topic: 'other plans' }, { topic: 'other plans', content: '*new*' }],
      [{ scheduled_delivery_timestamp: later + 60 }, { scheduled_delivery_timestamp: later + 60 }],
    ];
    for (const [params, expected] of parts) {
      expect((await change(id, params)).body).toEqual({ result: 'success', msg: '' });
      expect((await list())[0]).toMatchObject(expected);
    }
    const elsewhere = await addChannel(t, {}, [me]);
    await change(id, { to: elsewhere.id });
    expect((await list())[0]).toMatchObject({ to: elsewhere.id, topic: 'other plans' });
  });

  it('turns a channel message into a direct one and back', async () => {
    const id = await created();
    await change(id, { type: 'private', to: [other.user_id] });
    const [first] = await list();
    expect(first).toMatchObject({ type: 'private', to: [other.user_id], content: 'hello' });
    expect(first).not.toHaveProperty('topic');
    await change(id, { type: 'channel', to: open.id, topic: 'again' });
    expect((await list())[0]).toMatchObject({ type: 'stream', to: open.id, topic: 'again' });
  });

  it('refuses no change, a type without recipient or topic, wrong recipients and past times', async () => {
    const id = await created();
    for (const params of [
      {},
      { type: 'direct' },
      { type: 'channel' },
      { type: 'channel', to: open.id },
      { to: [open.id] },
      { to: [] },
      { type: 'direct', to: open.id, topic: 'x' },
      { content: ' ' },
      { scheduled_delivery_timestamp: t.clock.now() / 1000 },
    ]) {
      expect((await change(id, params)).status, JSON.stringify(params)).toBe(400);
    }
    expect((await change(id, { to: 999_999 })).body).toMatchObject({
      code: 'STREAM_DOES_NOT_EXIST',
      stream_id: 999_999,
    });
    expect(await list()).toMatchObject([{ to: open.id, topic: 'plans', content: 'hello' }]);
  });

  it('changes only the time of a message that couldn’t be sent now', async () => {
    const id = await created();
    await t.store.db.update(streams).set({ is_archived: true }).where(eq(streams.id, open.id));
    expect((await change(id, { content: 'new' })).status).toBe(400);
    expect((await change(id, { scheduled_delivery_timestamp: later + 1 })).status).toBe(200);
  });

  it('needs a new time for a failed message, which then is no longer failed', async () => {
    const id = await created();
    await fail(id);
    expect((await change(id, { content: 'new' })).status).toBe(400);
    expect((await list())[0]).toMatchObject({ failed: true, content: 'hello' });
    await change(id, { content: 'new', scheduled_delivery_timestamp: later });
    expect((await list())[0]).toMatchObject({ failed: false, content: 'new' });
    expect((await t.call(me, 'GET', '/scheduled_messages/failures')).body['failures']).toEqual([]);
  });

  it('refuses a message that was already sent', async () => {
    const id = await created();
    await t.store.db
      .update(scheduledMessages)
      .set({ delivered_message_id: 1 })
      .where(eq(scheduledMessages.id, id));
    expect((await change(id, { content: 'x' })).body).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await change(id, { content: 'x' })).status).toBe(400);
    expect((await t.call(me, 'DELETE', `/scheduled_messages/${id}`)).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  it("answers 404 for a missing message or another user's", async () => {
    const id = await created();
    for (const [account, each] of [
      [other, id],
      [me, 999_999],
      [me, 9_999_999_999],
    ] as const) {
      const reply = await change(each, { content: 'x' }, account);
      expect([reply.status, reply.body.code]).toEqual([404, 'BAD_REQUEST']);
      const gone = await t.call(account, 'DELETE', `/scheduled_messages/${each}`);
      expect([gone.status, gone.body.code]).toEqual([404, 'BAD_REQUEST']);
    }
  });
});
