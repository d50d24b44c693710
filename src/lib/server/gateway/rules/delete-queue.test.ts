import { beforeAll, describe, expect, it } from 'vitest';
import { gatewayNames, openGateways, type Ask } from '../../../../../tests/support/both-gateways';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../../service/service';

/** Every rule of `deleteQueue`, through both gateways. */

const t = withService();
let me: AccountWithKey;
let gateways: Awaited<ReturnType<typeof openGateways>>;
beforeAll(async () => {
  me = await t.addUser();
  gateways = await openGateways(t, me);
});

describe.each(gatewayNames)('deleteQueue through the %s', (name) => {
  const ask: Ask = (...call) => gateways[name](...call);
  const register = async (by: AccountWithKey = me) =>
    (await t.call(by, 'POST', '/register', { fetch_event_types: [] })).body.queue_id;
  const remove = (queue_id: string) => ask('DELETE', '/events', { queue_id });
  const poll = (queue_id: string, by: AccountWithKey = me) =>
    t.call(by, 'GET', '/events', { queue_id, last_event_id: -1, dont_block: true });
  const bad = (queue_id: string) => ({
    status: 400,
    body: { result: 'error', code: 'BAD_EVENT_QUEUE_ID', queue_id },
  });

  it('deletes a registered queue and returns only the envelope', async () => {
    const queue_id = await register();
    const { status, body } = await remove(queue_id);
    expect([status, body]).toEqual([200, { result: 'success', msg: '' }]);
    expect(await poll(queue_id)).toMatchObject(bad(queue_id));
  });

  it('deletes a queue created by polling', async () => {
    const made = await ask('GET', '/events', { dont_block: true });
    expect((await remove(made.body.queue_id)).status).toBe(200);
  });

  it('refuses a queue that was already deleted and names it', async () => {
    const queue_id = await register();
    await remove(queue_id);
    const { status, body } = await remove(queue_id);
    const { msg, ...fields } = body;
    expect([status, fields]).toEqual([
      400,
      { result: 'error', code: 'BAD_EVENT_QUEUE_ID', queue_id },
    ]);
    expect(msg).not.toBe('');
  });

  it.each(['nonsense', '1700000000:0', '', '00000000-0000-0000-0000-000000000000', 'a\0b'])(
    'refuses a queue that doesn’t exist: %j',
    async (queue_id) => {
      expect(await remove(queue_id)).toMatchObject(bad(queue_id));
    },
  );

  it('refuses another user’s queue, which continues', async () => {
    const queue_id = await register(t.owner);
    expect(await remove(queue_id)).toMatchObject(bad(queue_id));
    expect((await poll(queue_id, t.owner)).status).toBe(200);
  });

  it('refuses an expired queue', async () => {
    const queue_id = await register();
    t.clock.advance(720_000);
    await expect.poll(async () => (await poll(queue_id)).status).toBe(400);
    expect(await remove(queue_id)).toMatchObject(bad(queue_id));
  });

  it('deletes none of the user’s other queues', async () => {
    const [gone, kept] = [await register(), await register()];
    await remove(gone);
    expect((await poll(kept)).status).toBe(200);
  });

  it('ends a poll waiting on it', async () => {
    const queue_id = await register();
    const waiting = t.call(me, 'GET', '/events', { queue_id, last_event_id: -1 });
    await expect.poll(async () => (await t.service.figures()).waiting_polls).toBe(1);
    await remove(queue_id);
    expect((await waiting).body).toMatchObject({ result: 'success', events: [] });
  });

  it('requires queue_id', async () => {
    const { status, body } = await ask('DELETE', '/events');
    const fields = { code: 'REQUEST_VARIABLE_MISSING', var_name: 'queue_id' };
    expect({ status, body }).toMatchObject({ status: 400, body: fields });
  });

  it('also reads it from the query', async () => {
    const queue_id = await register();
    expect((await ask('DELETE', `/events?queue_id=${queue_id}`)).status).toBe(200);
  });

  it('lists unknown parameters', async () => {
    const params = { queue_id: await register(), last_event_id: 0 };
    const { body } = await ask('DELETE', '/events', params);
    expect(body['ignored_parameters_unsupported']).toEqual(['last_event_id']);
  });
});
