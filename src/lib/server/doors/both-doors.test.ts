import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addChannel } from '../../../../tests/support/channels';
import { cookieStore } from '../../../../tests/support/cookies';
import { startTestService, type TestService } from '../../../../tests/support/service';
import type { Account } from '../service/service';
import { openJar, type AccountJar } from './account-jar';
import { allowList } from './allow-list';
import { answerPage } from './cookie-door';
import { answerOf } from './failure';
import { createLimits } from './limits';
import { createSealer } from './seal';

/** The rules of scheduling, asked through the key door and through the browser's. */

const secret = 's'.repeat(32);
type Params = Record<string, unknown>;
type Answer = { status: number; body: Params };

let t: TestService;
let me: Account;
let other: Account;
let jar: AccountJar;
let channel: number;
let strict: number;
let later: number;

beforeAll(async () => {
  t = await startTestService();
  me = await t.addUser();
  other = await t.addUser();
  channel = (await addChannel(t, {}, [me])).id;
  strict = (await addChannel(t, { topics_policy: 'disable_empty_topic' }, [me])).id;
  later = t.clock.now() / 1000 + 3600;
  const sealer = createSealer(secret);
  jar = openJar(cookieStore().cookies, false, { secret, server: 'embedded', sealer });
  await jar.add({
    ...{ id: 'me', user_id: me.user_id, email: me.email, full_name: me.full_name },
    ...{ api_key: me.api_key, server: 'embedded' },
    ...{ realm_url: 'http://127.0.0.1:3000', realm_name: 'Test' },
  });
});
afterAll(() => t.service.close());

const doors: Record<string, (params: Params) => Promise<Answer>> = {
  'key door': (params) => t.call(me, 'POST', '/scheduled_messages', params),
  "browser's door": async (params) => {
    const fields = Object.entries(params).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    const request = new Request('http://127.0.0.1:3000/json/scheduled_messages', {
      method: 'POST',
      headers: { host: '127.0.0.1:3000', 'x-inkwell': '1', 'x-inkwell-account': 'me' },
      body: new URLSearchParams(fields),
    });
    const door = {
      route: allowList(),
      limits: createLimits(),
      ownOrigin: undefined,
      upstream: (call: Request, origin: { address: string }) => t.service.handle(call, origin),
    };
    const visit = { request, path: '/scheduled_messages', address: '10.0.0.1', jar };
    const response = await answerPage(door, visit).catch(answerOf);
    return { status: response.status, body: (await response.json()) as Params };
  },
};

describe.each(Object.keys(doors))('createScheduledMessage through the %s', (name) => {
  const ask = (params: Params) =>
    doors[name]!({
      ...{ type: 'channel', to: channel, topic: 'plans', content: 'hello' },
      ...{ scheduled_delivery_timestamp: later, ...params },
    });

  it('takes four words for the type, a channel as a number and people as a list', async () => {
    for (const params of [
      { type: 'channel' },
      { type: 'stream' },
      { type: 'direct', to: [other.user_id] },
      { type: 'private', to: [me.user_id] },
      { read_by_sender: false },
      { topic: '' },
      { topic: '(no topic)' },
      { topic: 'general chat' },
      { content: 'x'.repeat(10_001) },
    ]) {
      const { status, body } = await ask(params);
      expect([status, body['result'], typeof body['scheduled_message_id']]).toEqual([
        ...[200, 'success', 'number'],
      ]);
    }
  });

  it('refuses what the specification refuses, in its codes', async () => {
    for (const [params, code] of [
      [{ to: 999_999 }, 'STREAM_DOES_NOT_EXIST'],
      [{ to: [channel] }, 'BAD_REQUEST'],
      [{ type: 'direct', to: other.user_id }, 'BAD_REQUEST'],
      [{ type: 'direct', to: [999_999] }, 'BAD_REQUEST'],
      [{ type: 'direct', to: [] }, 'BAD_REQUEST'],
      [{ type: 'letter' }, 'BAD_REQUEST'],
      [{ to: strict, topic: '' }, 'BAD_REQUEST'],
      [{ to: strict, topic: '(no topic)' }, 'BAD_REQUEST'],
      [{ to: strict, topic: 'general chat' }, 'BAD_REQUEST'],
      [{ content: ' ' }, 'BAD_REQUEST'],
      [{ scheduled_delivery_timestamp: later - 3600 }, 'BAD_REQUEST'],
      [{ read_by_sender: 1 }, 'BAD_REQUEST'],
    ] as const) {
      const { status, body } = await ask(params);
      expect([status, body['code']], JSON.stringify(params)).toEqual([400, code]);
    }
    expect((await ask({ to: 999_999 })).body).toMatchObject({ stream_id: 999_999 });
  });
});
