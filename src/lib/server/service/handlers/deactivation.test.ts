import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aDevice, startRelay, type TestRelay } from '../../../../../tests/support/relay';
import { addChannel, openQueue } from '../../../../../tests/support/channels';
import { startTestService, type TestService } from '../../../../../tests/support/service';
import { startSmtp } from '../../../../../tests/support/smtp';
import { pushDevices, pushTokens } from '../db/schema/push';
import { httpRelay } from '../relay/http-relay';
import type { AccountWithKey } from '../service';

/**
 * What deactivating a user ends permanently, and its effects outside this server: on devices and by
 * email.
 */

let t: TestService;
let relay: TestRelay;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let member: AccountWithKey;

beforeAll(async () => {
  relay = await startRelay(() => t.clock.now() / 1000);
  smtp = await startSmtp();
  t = await startTestService({
    relay: httpRelay(relay.url),
    mail: { url: smtp.url, from: 'inkwell@example.org' },
  });
});
beforeEach(async () => {
  member = await t.addUser();
});
afterAll(async () => {
  await t.service.close();
  await relay.close();
  await smtp.close();
});

const deactivate = (params: Record<string, unknown> = {}) =>
  t.call(t.owner, 'DELETE', `/users/${member.user_id}`, params);
const until = (count: number) => expect.poll(() => smtp.letters.length).toBe(count);

it('removes the user’s registered devices, even after reactivation', async () => {
  const other = await t.addUser();
  for (const account of [member, other]) {
    const device = await aDevice(relay, t.clock.now() / 1000);
    expect((await t.call(account, 'POST', '/mobile_push/register', device.params)).status).toBe(
      200,
    );
    const token = { token: 'a token' };
    expect((await t.call(account, 'POST', '/users/me/android_gcm_reg_id', token)).status).toBe(200);
  }
  expect((await deactivate()).status).toBe(200);
  await t.call(t.owner, 'POST', `/users/${member.user_id}/reactivate`);
  const { db } = t.store;
  const of = ({ user_id }: AccountWithKey) => [
    db.$count(pushDevices, eq(pushDevices.user_id, user_id)),
    db.$count(pushTokens, eq(pushTokens.user_id, user_id)),
  ];
  expect(await Promise.all(of(member))).toEqual([0, 0]);
  expect(await Promise.all(of(other))).toEqual([1, 1]);
});

it('ends sessions and queues, even after reactivation', async () => {
  const token = await t.service.openSession(member);
  const { id: queue_id } = await openQueue(t, member);
  expect(await t.service.hasSession(token)).toBe(true);
  await deactivate();
  await t.call(t.owner, 'POST', `/users/${member.user_id}/reactivate`);
  expect(await t.service.hasSession(token)).toBe(false);
  const poll = { queue_id, last_event_id: -1, dont_block: true };
  const { body } = await t.call(member, 'GET', '/events', poll);
  expect(body.code).toBe('BAD_EVENT_QUEUE_ID');
});

it('names the reason to callers with the user’s key, which works again after reactivation', async () => {
  const bot = await t.call(member, 'POST', '/bots', { full_name: 'Restored', short_name: 'kept' });
  const user_id = bot.body['user_id'] as number;
  const api_key = bot.body['api_key'] as string;
  const both = [member, { user_id, full_name: 'Restored', email: 'kept-bot@localhost', api_key }];
  await deactivate();
  for (const account of both) {
    expect(await t.call(account, 'GET', '/users/me')).toMatchObject({
      status: 401,
      body: { msg: 'Account is deactivated', code: 'UNAUTHORIZED' },
    });
  }
  for (const account of both) {
    await t.call(t.owner, 'POST', `/users/${account.user_id}/reactivate`);
    expect((await t.call(account, 'GET', '/users/me')).status).toBe(200);
  }
});

it('doesn’t deliver messages sent in between, though the user stays subscribed', async () => {
  const { id } = await addChannel(t, {}, [t.owner, member]);
  const post = async (content: string) => {
    const params = { type: 'stream', to: id, topic: 'plans', content };
    return (await t.call(t.owner, 'POST', '/messages', params)).body['id'];
  };
  const ids = [await post('before')];
  await deactivate();
  ids.push(await post('meanwhile'));
  await t.call(t.owner, 'POST', `/users/${member.user_id}/reactivate`);
  ids.push(await post('after'));
  const { body } = await t.call(member, 'GET', '/messages', { message_ids: ids });
  const flags = (body['messages'] as { flags: string[] }[]).map((message) => message.flags);
  expect(flags).toEqual([[], ['read', 'historical'], []]);
});

it('is announced by email with the comment, or without one if it is empty', async () => {
  const before = smtp.letters.length;
  const comment = 'Thank you for five years of gardening.';
  expect((await deactivate({ deactivation_notification_comment: comment })).status).toBe(200);
  await until(before + 1);
  expect(smtp.letters.at(-1)).toMatchObject({
    to: [member.email],
    data: expect.stringContaining(comment) as unknown,
  });
  expect(smtp.letters.at(-1)!.data).toContain('Test organization');
  member = await t.addUser();
  await deactivate({ deactivation_notification_comment: '' });
  await until(before + 2);
  expect(smtp.letters.at(-1)!.to).toEqual([member.email]);
  expect(smtp.letters.at(-1)!.data).not.toContain('adds:');
});

it('sends no email without a comment parameter, or if it is refused', async () => {
  const before = smtp.letters.length;
  const comment = { deactivation_notification_comment: 'x' };
  expect((await deactivate({ deactivation_notification_comment: 'x'.repeat(2001) })).status).toBe(
    400,
  );
  expect((await deactivate()).status).toBe(200);
  expect((await deactivate(comment)).status).toBe(400);
  member = await t.addUser();
  await deactivate(comment);
  await until(before + 1);
  expect(smtp.letters.at(-1)!.to).toEqual([member.email]);
});
