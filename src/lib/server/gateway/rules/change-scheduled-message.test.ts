import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import { addChannel, groupId, openQueue, setRealm } from '../../../../../tests/support/channels';
import { pass } from '../../../../../tests/support/delivery';
import { withService } from '../../../../../tests/support/with-service';
import { scheduledMessages } from '../../service/db/schema/scheduled';
import type { AccountWithKey } from '../../service/service';

/** Read mark, changes and deletion of scheduled messages, through both gateways. */

const t = withService();
let me: AccountWithKey;
let other: AccountWithKey;
let channel: number;
let gateways: Awaited<ReturnType<typeof openGateways>>;
let others: Awaited<ReturnType<typeof openGateways>>;
let later: number;

beforeAll(async () => {
  me = await t.addUser();
  other = await t.addUser();
  channel = (await addChannel(t, {}, [me, other])).id;
  gateways = await openGateways(t, me);
  others = await openGateways(t, other);
});
beforeEach(async () => {
  await t.store.db.delete(scheduledMessages);
  later = t.clock.now() / 1000 + 60;
});

type Listed = Params & { scheduled_message_id: number };
const capabilities = { notification_settings_null: true, empty_topic_name: true };

it('marks a message scheduled in the browser as read for its author, unless they are the only recipient', async () => {
  const { events } = await openQueue(t, me, { event_types: ['message'] });
  const wanted = { type: 'direct', content: 'x', scheduled_delivery_timestamp: later };
  for (const to of [[other.user_id], [me.user_id]]) {
    const ask = gateways['session gateway'];
    expect((await ask('POST', '/scheduled_messages', { ...wanted, to })).status).toBe(200);
  }
  await pass(t, 60_000);
  expect(await events()).toMatchObject([{ flags: ['read'] }, { flags: [] }]);
});

describe.each(gatewayNames)('changing a scheduled message through the %s', (name) => {
  const ask: Ask = (...call) => gateways[name](...call);
  const create = (params: Params = {}) =>
    ask('POST', '/scheduled_messages', {
      type: 'channel',
      to: channel,
      topic: 'plans',
      content: 'hello',
      scheduled_delivery_timestamp: later,
      ...params,
    });
  const created = async (params: Params = {}) => {
    const { body } = await create(params);
    expect(body).toMatchObject({ result: 'success' });
    return Number(body['scheduled_message_id']);
  };
  const list = async (from = ask) =>
    (await from('GET', '/scheduled_messages')).body['scheduled_messages'] as Listed[];
  const change = (id: number, params: Params, from = ask) =>
    from('PATCH', `/scheduled_messages/${id}`, params);
  const remove = (id: number, from = ask) => from('DELETE', `/scheduled_messages/${id}`);

  describe('the sender’s read mark', () => {
    const toChannel = (): Params => ({});
    const toOther = (): Params => ({ type: 'direct', to: [other.user_id] });
    const toSelf = (): Params => ({ type: 'direct', to: [me.user_id] });

    it.each<[rule: string, given: () => Params, client: string, read: boolean]>([
      ['is as told: true', () => ({ ...toSelf(), read_by_sender: true }), 'a script', true],
      ['is as told: false', () => ({ ...toOther(), read_by_sender: false }), 'website', false],
      ['is set for a person’s client', toChannel, 'website', true],
      ['is set for a person’s client, to people', toOther, 'website', true],
      ['is not set for a note to self', toSelf, 'website', false],
      ['is not set for a script', toChannel, 'a script', false],
      ['is not set for a script, to people', toOther, 'ZulipPython', false],
      ...['ZulipMobile', 'ZulipElectron', 'ZulipTerminal', 'ZulipAndroid', 'ZulipiOS'].map(knows),
      ...['ZulipDesktop', 'ios', 'Android', 'snipe', 'My Desktop App'].map(knows),
    ])('%s (%s)', async (_rule, given, client, read) => {
      const { id, events } = await openQueue(t, me, { event_types: ['message'] });
      await created({ ...given(), client });
      await pass(t, 60_000);
      expect(await events()).toMatchObject([{ type: 'message', flags: read ? ['read'] : [] }]);
      await ask('DELETE', '/events', { queue_id: id });
    });

    function knows(client: string): [string, () => Params, string, boolean] {
      return [`is set for ${client}`, toChannel, client, true];
    }
  });

  it.each<[rule: string, change: () => Params, kept: () => Params]>([
    [
      'the text alone',
      () => ({ content: '*b*' }),
      () => ({ rendered_content: '<p><em>b</em></p>' }),
    ],
    ['the topic alone', () => ({ topic: 'others' }), () => ({ topic: 'others', content: 'hello' })],
    ['to the empty topic', () => ({ topic: '(no topic)' }), () => ({ topic: '' })],
    ['the time alone', () => ({ scheduled_delivery_timestamp: later + 1 }), () => ({})],
    [
      'the recipient, to people',
      () => ({ type: 'direct', to: [other.user_id] }),
      () => ({ type: 'private', to: [other.user_id], content: 'hello' }),
    ],
  ])('changes %s, and tells the author', async (_rule, given, kept) => {
    const id = await created();
    const queue = await openQueue(t, me, {
      event_types: ['scheduled_messages'],
      client_capabilities: capabilities,
    });
    const { body } = await change(id, given());
    expect(body).toEqual({ result: 'success', msg: '' });
    const [message] = await list();
    const time = given()['scheduled_delivery_timestamp'] ?? later;
    expect(message).toMatchObject({ ...kept(), scheduled_delivery_timestamp: time });
    expect(await queue.events()).toEqual([
      { type: 'scheduled_messages', op: 'update', scheduled_message: message },
    ]);
  });

  it.each<[rule: string, change: () => Params, error: Params]>([
    ['nothing', () => ({}), { code: 'BAD_REQUEST' }],
    ['only what is unknown', () => ({ title: 'x' }), { code: 'BAD_REQUEST' }],
    ['a type without its recipient', () => ({ type: 'direct' }), { code: 'BAD_REQUEST' }],
    [
      'a channel without a topic',
      () => ({ type: 'channel', to: channel }),
      { code: 'BAD_REQUEST' },
    ],
    ['people for a channel', () => ({ to: [other.user_id] }), { code: 'BAD_REQUEST' }],
    ['a past time', () => ({ scheduled_delivery_timestamp: 1 }), { code: 'BAD_REQUEST' }],
    ['empty text', () => ({ content: ' ' }), { code: 'BAD_REQUEST' }],
    [
      'a missing channel',
      () => ({ to: 999_999 }),
      { code: 'STREAM_DOES_NOT_EXIST', stream_id: 999_999 },
    ],
  ])('refuses to change %s', async (_rule, given, error) => {
    const id = await created();
    const before = await list();
    const { status, body } = await change(id, given());
    const { msg: _msg, ...fields } = body;
    expect([status, fields]).toEqual([400, { result: 'error', ...error }]);
    expect(await list()).toEqual(before);
  });

  it('deletes it once and notifies the author', async () => {
    const id = await created();
    const mine = await openQueue(t, me, { event_types: ['scheduled_messages'] });
    const theirs = await openQueue(t, other, { event_types: ['scheduled_messages'] });
    expect((await remove(id)).body).toEqual({ result: 'success', msg: '' });
    const again = await remove(id);
    expect([again.status, again.body.code]).toEqual([404, 'BAD_REQUEST']);
    expect(await mine.events()).toEqual([
      { type: 'scheduled_messages', op: 'remove', scheduled_message_id: id },
    ]);
    expect(await theirs.events()).toEqual([]);
  });

  it("doesn't show, change or delete another user’s", async () => {
    const id = await created();
    const from: Ask = (...call) => others[name](...call);
    expect(await list(from)).toEqual([]);
    for (const reply of [await change(id, { content: 'theirs' }, from), await remove(id, from)]) {
      expect([reply.status, reply.body.code]).toEqual([404, 'BAD_REQUEST']);
    }
    expect(await list()).toMatchObject([{ scheduled_message_id: id, content: 'hello' }]);
  });

  it.each(['999999', '9999999999', '-1', 'x'])('answers 404 to the id %s', async (id) => {
    for (const method of ['PATCH', 'DELETE']) {
      const { status, body } = await ask(method, `/scheduled_messages/${id}`, { content: 'x' });
      expect(status).toBe(404);
      expect(body).toMatchObject({ result: 'error' });
    }
  });

  it('refuses to change or delete what was sent', async () => {
    const id = await created();
    await pass(t, 60_000);
    const changed = await change(id, { content: 'too late' });
    expect([changed.status, changed.body.code]).toEqual([400, 'BAD_REQUEST']);
    expect((await remove(id)).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  it('keeps one that failed until it gets a new time', async () => {
    const id = await created();
    const failed = { failed: true, failure_code: 'TOO_LATE', failure_reason: 'Too late.' };
    await t.store.db.update(scheduledMessages).set(failed).where(eq(scheduledMessages.id, id));
    expect(await list()).toMatchObject([{ failed: true }]);
    expect((await change(id, { content: 'new' })).status).toBe(400);
    const again = { scheduled_delivery_timestamp: later + 60 };
    expect((await change(id, again)).status).toBe(200);
    expect(await list()).toMatchObject([{ failed: false, ...again }]);
  });

  it('allows only messages to oneself if direct messages are disabled', async () => {
    const nobody = await groupId(t, 'role:nobody');
    await setRealm(t, { direct_message_permission_group: nobody });
    const refused = await create({ type: 'direct', to: [other.user_id] });
    expect([refused.status, refused.body.code]).toEqual([400, 'BAD_REQUEST']);
    await created({ type: 'direct', to: [me.user_id] });
    await setRealm(t, { direct_message_initiator_group: nobody });
    const fresh = await t.addUser();
    expect((await create({ type: 'direct', to: [fresh.user_id] })).status).toBe(400);
    await setRealm(t, {});
  });
});
