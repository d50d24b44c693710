import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { httpRelay } from '$lib/server/service/relay/http-relay';
import type { AccountWithKey } from '$lib/server/service/service';
import { gatewayNames, openGateways, type Ask } from '../../../../../tests/support/both-gateways';
import { aDevice, startRelay, type TestRelay } from '../../../../../tests/support/relay';
import { openSealed } from '../../../../bin/push-relay';
import { startTestService, type TestService } from '../../../../../tests/support/service';

/**
 * Every rule of test notifications, through both gateways.
 */

let t: TestService;
let without: TestService;
let relay: TestRelay;
let unreachable: TestService;

beforeAll(async () => {
  relay = await startRelay(() => t.clock.now() / 1000);
  t = await startTestService({ relay: httpRelay(relay.url) });
  without = await startTestService();
  // Port 1 of this machine: nothing listens there.
  unreachable = await startTestService({ relay: httpRelay('http://127.0.0.1:1') });
});
afterAll(async () => {
  for (const { service } of [t, without, unreachable]) await service.close();
  await relay.close();
});

const path = '/mobile_push/test_notification';
const sealedPath = '/mobile_push/e2ee/test_notification';
const success = { result: 'success', msg: '' };
const refused = (code: string, status = 400) => ({ status, body: { code } });

describe.each(gatewayNames)('a test notification through the %s', (gateway) => {
  let me: AccountWithKey;
  let ask: Ask;
  beforeEach(async () => {
    me = await t.addUser();
    ask = (await openGateways(t, me))[gateway];
    relay.pushes.length = 0;
  });
  const fcm = (token: string, method = 'POST', by = ask) =>
    by(method, '/users/me/android_gcm_reg_id', { token });
  const apns = (token: string, method = 'POST', appid = 'org.example.app') =>
    ask(method, '/users/me/apns_device_token', method === 'POST' ? { token, appid } : { token });
  const tokens = () => relay.pushes.map(({ token }) => token);

  it('goes to the device with the token', async () => {
    await fcm('one');
    await fcm('two');
    expect((await ask('POST', path, { token: 'one' })).body).toEqual(success);
    expect(tokens()).toEqual(['one']);
  });

  it('goes to all of the user’s devices without a token', async () => {
    await fcm('one');
    await apns('0a1B');
    await fcm('theirs', 'POST', (await openGateways(t, await t.addUser()))[gateway]);
    expect((await ask('POST', path)).body).toEqual(success);
    expect(tokens().toSorted()).toEqual(['0a1B', 'one']);
    expect(relay.pushes.find(({ token }) => token === '0a1B')).toMatchObject({
      token_kind: 'apns',
      ios_app_id: 'org.example.app',
    });
  });

  it('succeeds without a device, even without a relay', async () => {
    expect((await ask('POST', path)).body).toEqual(success);
    const other = (await openGateways(without, await without.addUser()))[gateway];
    expect((await other('POST', path)).body).toEqual(success);
  });

  it('has the event `test` and realm_name', async () => {
    await fcm('one');
    await ask('POST', path);
    expect(relay.pushes[0]).toMatchObject({
      user_id: me.user_id,
      base_payload: {
        event: 'test',
        realm_name: 'Test organization',
        user_id: me.user_id,
        realm_url: 'http://localhost:4100',
        realm_uri: 'http://localhost:4100',
        server: 'localhost:4100',
        time: Math.floor(t.clock.now() / 1000),
      },
    });
  });

  it('answers INVALID_PUSH_DEVICE_TOKEN for a token the server doesn’t know', async () => {
    await fcm('one');
    await fcm('theirs', 'POST', (await openGateways(t, await t.addUser()))[gateway]);
    for (const token of ['two', 'theirs', '', 'x'.repeat(5000)]) {
      expect(await ask('POST', path, { token })).toMatchObject(
        refused('INVALID_PUSH_DEVICE_TOKEN'),
      );
    }
    expect(relay.pushes).toEqual([]);
  });

  it('answers INVALID_REMOTE_PUSH_DEVICE_TOKEN for a token the relay doesn’t know', async () => {
    await fcm('gone');
    await fcm('here');
    relay.forget('gone');
    const code = 'INVALID_REMOTE_PUSH_DEVICE_TOKEN';
    expect(await ask('POST', path, { token: 'gone' })).toMatchObject(refused(code));
    // Other devices still get theirs.
    expect(await ask('POST', path)).toMatchObject(refused(code));
    expect(tokens()).toEqual(['here']);
  });

  it('reports what is wrong with the relay', async () => {
    await fcm('one');
    relay.answer({ status: 500, body: 'no' });
    expect(await ask('POST', path)).toMatchObject(refused('INTERNAL_SERVER_ERROR_ON_BOUNCER', 502));
    relay.answer({ status: 200, body: 'no JSON' });
    expect(await ask('POST', path)).toMatchObject(refused('INTERNAL_SERVER_ERROR_ON_BOUNCER', 502));
    relay.answer({ status: 401, body: '{}' });
    expect(await ask('POST', path)).toMatchObject(refused('ADMIN_ACTION_REQUIRED', 403));
    const far = (await openGateways(unreachable, await unreachable.addUser()))[gateway];
    await fcm('one', 'POST', far);
    expect(await far('POST', path)).toMatchObject(refused('FAILED_TO_CONNECT_BOUNCER', 502));
    const none = (await openGateways(without, await without.addUser()))[gateway];
    await fcm('one', 'POST', none);
    expect(await none('POST', path)).toMatchObject(refused('PUSH_SERVICE_NOT_CONFIGURED'));
  });

  it('is refused to bots', async () => {
    const bot = (await openGateways(t, await t.addUser({ is_bot: true, bot_type: 1 })))[gateway];
    for (const one of [path, sealedPath]) {
      expect(await bot('POST', one)).toMatchObject(refused('BAD_REQUEST'));
    }
    expect(await fcm('one', 'POST', bot)).toMatchObject(refused('BAD_REQUEST'));
  });

  describe('to a device by its token', () => {
    it('a token can be added once and removed once', async () => {
      expect((await fcm('one')).body).toEqual(success);
      expect((await fcm('one')).body).toEqual(success);
      await ask('POST', path);
      expect(tokens()).toEqual(['one']);
      expect((await fcm('one', 'DELETE')).body).toEqual(success);
      expect(await fcm('one', 'DELETE')).toMatchObject(refused('BAD_REQUEST'));
      expect((await ask('POST', path)).body).toEqual(success);
      expect(tokens()).toEqual(['one']);
    });

    it('a token of one type doesn’t count as the other, and others’ can’t be removed', async () => {
      await fcm('abcd');
      expect(await apns('abcd', 'DELETE')).toMatchObject(refused('BAD_REQUEST'));
      const other = (await openGateways(t, await t.addUser()))[gateway];
      expect(await fcm('abcd', 'DELETE', other)).toMatchObject(refused('BAD_REQUEST'));
    });

    it.each(['', 'x'.repeat(4097)])('a token can’t be empty or longer than 4096', async (token) => {
      for (const method of ['POST', 'DELETE']) {
        expect(await fcm(token, method)).toMatchObject(refused('BAD_REQUEST'));
      }
    });

    it('a token of the maximum length is accepted', async () => {
      expect((await fcm('x'.repeat(4096))).body).toEqual(success);
    });

    it.each(['apple-tokenbb', '0'.repeat(64), 'ab/+cd=='])(
      'APNs accepts the token "%s"',
      async (token) => {
        expect((await apns(token)).body).toEqual(success);
        expect((await apns(token, 'DELETE')).body).toEqual(success);
      },
    );

    it.each(['zz', 'xyz', 'abc', 'abcde', ''])('APNs refuses the token "%s"', async (token) => {
      expect(await apns(token)).toMatchObject(refused('BAD_REQUEST'));
      expect(await apns(token, 'DELETE')).toMatchObject(refused('BAD_REQUEST'));
    });

    it('APNs requires the app’s id', async () => {
      const alone = await ask('POST', '/users/me/apns_device_token', { token: 'abcd' });
      expect(alone).toMatchObject(refused('REQUEST_VARIABLE_MISSING'));
      expect(await apns('abcd', 'POST', 'an app/../')).toMatchObject(refused('BAD_REQUEST'));
    });
  });

  describe('end-to-end encrypted', () => {
    const register = async () => {
      const device = await aDevice(relay, t.clock.now() / 1000);
      const { body } = await ask('POST', '/register', { event_types: ['push_device'] });
      const { queue_id } = body;
      await ask('POST', '/mobile_push/register', device.params);
      const hear = (last_event_id: number) => ask('GET', '/events', { queue_id, last_event_id });
      await hear(-1);
      await hear(0);
      return device;
    };

    it('goes to all registered devices or one, and only they can read it', async () => {
      const [one, two] = [await register(), await register()];
      expect((await ask('POST', sealedPath)).body).toEqual(success);
      expect(relay.pushes).toHaveLength(2);
      relay.pushes.length = 0;
      const { push_account_id } = two.params;
      expect((await ask('POST', sealedPath, { push_account_id })).body).toEqual(success);
      const sealed = String(relay.pushes[0]!['payload']);
      expect(JSON.parse(openSealed(sealed, two.keys))).toMatchObject({
        type: 'test',
        realm_name: 'Test organization',
        user_id: me.user_id,
      });
      expect(() => openSealed(sealed, one.keys)).toThrow(/./);
      expect(JSON.stringify(relay.pushes)).not.toContain('Test organization');
    });

    it('answers NO_ACTIVE_PUSH_DEVICE if none is registered, or not that one', async () => {
      expect(await ask('POST', sealedPath)).toMatchObject(refused('NO_ACTIVE_PUSH_DEVICE'));
      await register();
      const other = { push_account_id: 12 };
      expect(await ask('POST', sealedPath, other)).toMatchObject(refused('NO_ACTIVE_PUSH_DEVICE'));
    });

    it('a device requests the relay’s key', async () => {
      const { body } = await ask('GET', '/mobile_push/relay');
      expect(body['bouncer_public_key']).toBe(relay.publicKey);
      const none = (await openGateways(without, await without.addUser()))[gateway];
      const code = 'PUSH_SERVICE_NOT_CONFIGURED';
      expect(await none('GET', '/mobile_push/relay')).toMatchObject(refused(code));
    });

    it('reports what is wrong with the relay', async () => {
      await register();
      relay.answer({ status: 502, body: '' });
      const code = 'INTERNAL_SERVER_ERROR_ON_BOUNCER';
      expect(await ask('POST', sealedPath)).toMatchObject(refused(code, 502));
      relay.answer({ status: 403, body: '{"result":"error","code":"X"}' });
      expect(await ask('POST', sealedPath)).toMatchObject(refused('ADMIN_ACTION_REQUIRED', 403));
      const none = (await openGateways(without, await without.addUser()))[gateway];
      expect(await none('POST', sealedPath)).toMatchObject(refused('PUSH_SERVICE_NOT_CONFIGURED'));
    });
  });
});
