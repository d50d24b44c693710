import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aDevice, startRelay, type TestRelay } from '../../../../../tests/support/relay';
import { startTestService, type TestService } from '../../../../../tests/support/service';
import { startSmtp } from '../../../../../tests/support/smtp';
import { pushDevices, pushTokens } from '../db/schema/push';
import { httpRelay } from '../relay/http-relay';
import type { Account } from '../service';

/** What deactivating somebody does outside this server: on devices, and by mail. */

let t: TestService;
let relay: TestRelay;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let member: Account;

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

it('ends what was registered of their devices, which no coming back brings again', async () => {
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
  const of = ({ user_id }: Account) => [
    db.$count(pushDevices, eq(pushDevices.user_id, user_id)),
    db.$count(pushTokens, eq(pushTokens.user_id, user_id)),
  ];
  expect(await Promise.all(of(member))).toEqual([0, 0]);
  expect(await Promise.all(of(other))).toEqual([1, 1]);
});

it('is told by mail with the comment, and without one where that is empty', async () => {
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

it('is told by no mail unless a comment is given, or where it is refused', async () => {
  const before = smtp.letters.length;
  const told = { deactivation_notification_comment: 'x' };
  expect((await deactivate({ deactivation_notification_comment: 'x'.repeat(2001) })).status).toBe(
    400,
  );
  expect((await deactivate()).status).toBe(200);
  expect((await deactivate(told)).status).toBe(400);
  member = await t.addUser();
  await deactivate(told);
  await until(before + 1);
  expect(smtp.letters.at(-1)!.to).toEqual([member.email]);
});
