import { setImmediate as turn } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pushDevices } from '$lib/server/service/db/schema/push';
import { httpRelay } from '$lib/server/service/relay/http-relay';
import type { PushRelay } from '$lib/server/service/relay/relay';
import type { AccountWithKey } from '$lib/server/service/service';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import { aDevice, startRelay, type TestRelay } from '../../../../../tests/support/relay';
import { startTestService, type TestService } from '../../../../../tests/support/service';

/** Every rule of `registerPushDevice`, through both gateways. */

let t: TestService;
let without: TestService;
let relay: TestRelay;

/** This many of the next calls fail with an internal error. */
let bugs = 0;
beforeAll(async () => {
  relay = await startRelay(() => t.clock.now() / 1000);
  const real = httpRelay(relay.url);
  const register: PushRelay['register'] = (registration) =>
    bugs-- > 0 ? Promise.reject(new TypeError('a bug')) : real.register(registration);
  t = await startTestService({ relay: { ...real, register } });
  without = await startTestService();
});
afterAll(async () => {
  await t.service.close();
  await without.service.close();
  await relay.close();
});

/** Number of failed attempts to reach the relay. */
async function triesOf(push_account_id: number): Promise<number> {
  const [row] = await t.store.db
    .select({ tries: pushDevices.tries })
    .from(pushDevices)
    .where(eq(pushDevices.push_account_id, push_account_id));
  return row!.tries;
}

const path = '/mobile_push/register';
const bytes = (length: number) => Buffer.alloc(length, 7).toString('base64');
const badRequest = { status: 400, body: { code: 'BAD_REQUEST' } };

describe.each(gatewayNames)('a push device registered through the %s', (gateway) => {
  let me: AccountWithKey;
  let ask: Ask;
  let queue_id: string;
  let last_event_id: number;
  beforeEach(async () => {
    me = await t.addUser();
    ask = (await openGateways(t, me))[gateway];
    const registered = await ask('POST', '/register', { event_types: ['push_device'] });
    ({ queue_id, last_event_id } = registered.body);
  });

  const seconds = () => t.clock.now() / 1000;
  /** The next event, however long it takes. */
  const next = async (): Promise<Params> => {
    const { body } = await ask('GET', '/events', { queue_id, last_event_id });
    const [{ id, ...event }] = body.events as [{ id: number; type: string }];
    last_event_id = id;
    return event;
  };
  const state = async () => {
    const { body } = await ask('POST', '/register', { fetch_event_types: ['push_device'] });
    return body['push_devices'] as Params;
  };
  const deviceEvent = (
    push_account_id: number,
    status: string,
    error_code: string | null = null,
  ) => ({
    type: 'push_device',
    push_account_id: String(push_account_id),
    status,
    error_code,
  });

  it('is pending, then active, and only its owner gets the events', async () => {
    const { params } = await aDevice(relay, seconds());
    const other = await t.addUser();
    const theirs = await t.call(other, 'POST', '/register', { event_types: ['push_device'] });
    expect((await ask('POST', path, params)).body).toEqual({ result: 'success', msg: '' });
    expect(await next()).toEqual(deviceEvent(params.push_account_id, 'pending'));
    expect(await next()).toEqual(deviceEvent(params.push_account_id, 'active'));
    expect(await state()).toEqual({
      [params.push_account_id]: { status: 'active', error_code: null },
    });
    const { queue_id: id, last_event_id: last } = theirs.body;
    const pollParams = { queue_id: id, last_event_id: last, dont_block: true };
    expect((await t.call(other, 'GET', '/events', pollParams)).body.events).toEqual([]);
    expect([...relay.devices.values()].at(-1)).toMatchObject({ token: 'abc', token_kind: 'fcm' });
  });

  it('replaces its last registration; identical parameters change nothing', async () => {
    const { params } = await aDevice(relay, seconds());
    await ask('POST', path, params);
    await next();
    await next();
    const { requestCount } = relay;
    await ask('POST', path, params);
    const again = await aDevice(relay, seconds(), {
      token_kind: 'apns',
      ios_app_id: 'org.example',
    });
    const { push_account_id } = params;
    await ask('POST', path, { ...again.params, token_kind: 'apns', push_account_id });
    expect(await next()).toEqual(deviceEvent(push_account_id, 'pending'));
    expect(await next()).toEqual(deviceEvent(push_account_id, 'active'));
    expect(relay.requestCount).toBe(requestCount + 1);
    expect(Object.keys(await state())).toEqual([String(push_account_id)]);
  });

  it.each([
    [
      'INVALID_BOUNCER_PUBLIC_KEY',
      'another relay’s key',
      () => 0,
      { bouncer_public_key: bytes(32) },
    ],
    ['REQUEST_EXPIRED', 'a registration of long ago', () => 2 * 86_400, {}],
    ['BAD_REQUEST', 'what it cannot open', () => 0, { encrypted_push_registration: bytes(100) }],
  ])('fails with %s for %s', async (code, _what, age, values) => {
    const { params } = await aDevice(relay, seconds() - age());
    await ask('POST', path, { ...params, ...values });
    await next();
    expect(await next()).toEqual(deviceEvent(params.push_account_id, 'failed', code));
    expect(await state()).toEqual({
      [params.push_account_id]: { status: 'failed', error_code: code },
    });
  });

  it('is retried while the relay fails', async () => {
    const { params } = await aDevice(relay, seconds());
    relay.answer({ status: 503, body: '<html>' });
    await ask('POST', path, params);
    expect(await next()).toMatchObject({ status: 'pending' });
    while ((await triesOf(params.push_account_id)) === 0) await turn();
    t.clock.advance(30_000);
    expect(await next()).toEqual(deviceEvent(params.push_account_id, 'active'));
  });

  it('is retried later after an internal error', async () => {
    const { params } = await aDevice(relay, seconds());
    bugs = 1;
    await ask('POST', path, params);
    expect(await next()).toMatchObject({ status: 'pending' });
    while ((await triesOf(params.push_account_id)) === 0) await turn();
    t.clock.advance(30_000);
    expect(await next()).toEqual(deviceEvent(params.push_account_id, 'active'));
  });

  const good = () => ({
    token_kind: 'fcm',
    push_account_id: 5,
    push_public_key: bytes(32),
    bouncer_public_key: relay.publicKey,
    encrypted_push_registration: bytes(100),
  });
  it.each([
    'token_kind',
    'push_account_id',
    'push_public_key',
    'bouncer_public_key',
    'encrypted_push_registration',
  ])('requires %s', async (name) => {
    const { [name]: _left, ...params } = good() as Params;
    expect(await ask('POST', path, params)).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_VARIABLE_MISSING', var_name: name },
    });
  });

  it.each([
    ['another kind of token', { token_kind: 'gcm' }],
    ['a text as push_account_id', { push_account_id: '"5"' }],
    ['a fraction as push_account_id', { push_account_id: 5.5 }],
    ['a push_account_id beyond 2^53', { push_account_id: '9007199254740993' }],
    ['an empty push_public_key', { push_public_key: '' }],
    ['a push_public_key of 31 bytes', { push_public_key: bytes(31) }],
    ['a push_public_key of 33 bytes', { push_public_key: bytes(33) }],
    ['a push_public_key in base64url', { push_public_key: `${bytes(32).slice(0, -3)}-_=` }],
    ['a push_public_key without padding', { push_public_key: bytes(32).slice(0, -1) }],
    ['a push_public_key with blanks', { push_public_key: ` ${bytes(32)}` }],
    ['a push_public_key in hexadecimal', { push_public_key: 'ab'.repeat(32) }],
    ['a bouncer_public_key of 16 bytes', { bouncer_public_key: bytes(16) }],
    ['a registration that is no base64', { encrypted_push_registration: '{"token":"x"}' }],
    ['a registration with nothing in it', { encrypted_push_registration: bytes(48) }],
    ['a registration over 8 KiB', { encrypted_push_registration: bytes(8193) }],
  ])('refuses %s', async (_what, values) => {
    expect(await ask('POST', path, { ...good(), ...values })).toMatchObject(badRequest);
    expect(await state()).toEqual({});
  });

  it('answers PUSH_SERVICE_NOT_CONFIGURED without a relay', async () => {
    const other = (await openGateways(without, await without.addUser()))[gateway];
    expect(await other('POST', path, good())).toMatchObject({
      status: 400,
      body: { code: 'PUSH_SERVICE_NOT_CONFIGURED' },
    });
    const devicesOf = async (service: TestService) =>
      (await service.call(null, 'GET', '/server_settings')).body['push_notifications_enabled'];
    expect([await devicesOf(t), await devicesOf(without)]).toEqual([true, false]);
  });

  it('is refused to bots', async () => {
    const bot = await t.addUser({ is_bot: true, bot_type: 1 });
    const asBot = (await openGateways(t, bot))[gateway];
    expect(await asBot('POST', path, good())).toMatchObject(badRequest);
  });
});
