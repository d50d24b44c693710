import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { addChannel, groupId, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { users } from '../db/schema/users';
import type { AccountWithKey } from '../service';

/**
 * Who can write where they aren't yet: in channels, as bots of other users, and in direct messages.
 */

const t = withService();
let member: AccountWithKey;
let owner: AccountWithKey;
let bot: AccountWithKey;

beforeAll(async () => {
  member = await t.addUser();
  owner = await t.addUser();
  bot = await t.addUser({ is_bot: true, bot_type: 1, bot_owner_id: owner.user_id });
});

const post = async (account: AccountWithKey, to: number) =>
  (await t.call(account, 'POST', '/messages', { type: 'stream', to, topic: 'plans', content: 'x' }))
    .body;

it('a user who can join a private channel but hasn’t can’t post in it', async () => {
  const can_subscribe_group = { direct_members: [member.user_id], direct_subgroups: [] };
  const private_ = { invite_only: true, settings: { can_subscribe_group } };
  const { id, name } = await addChannel(t, private_, [owner]);
  expect((await t.call(member, 'GET', `/streams/${id}`)).status).toBe(200);
  expect(await post(member, id)).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
  await t.call(member, 'POST', '/users/me/subscriptions', { subscriptions: [{ name }] });
  expect(await post(member, id)).toMatchObject({ result: 'success' });
});

it('a conversation whose messages were all deleted needs permission to start again', async () => {
  const write = () =>
    t.call(member, 'POST', '/messages', { type: 'direct', to: [owner.user_id], content: 'x' });
  const first = await write();
  await setRealm(t, { direct_message_initiator_group: await groupId(t, 'role:owners') });
  const second = await write();
  for (const { body } of [first, second]) {
    const gone = await t.call(member, 'DELETE', `/messages/${String(body['id'])}`);
    expect(gone).toMatchObject({ status: 200 });
  }
  expect(await write()).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  await setRealm(t, {});
});

it('a guest can’t write to users they can’t see, and learns nothing about them', async () => {
  await setRealm(t, { can_access_all_users_group: await groupId(t, 'role:members') });
  const guest = await t.addUser({ role: 600 });
  const write = async (user_id: number) =>
    (await t.call(guest, 'POST', '/messages', { type: 'direct', to: [user_id], content: 'x' }))
      .body;
  expect(await write(999_999)).toMatchObject({ msg: 'Invalid user ID 999999' });
  expect(await write(member.user_id)).toMatchObject({ msg: `Invalid user ID ${member.user_id}` });
  await addChannel(t, {}, [guest, member]);
  expect(await write(member.user_id)).toMatchObject({ result: 'success' });
  await setRealm(t, {});
});

it('a bot has only its own permissions once its owner is deactivated', async () => {
  const { id } = await addChannel(t, { invite_only: true }, [owner]);
  expect(await post(bot, id)).toMatchObject({ result: 'success' });
  const set = (is_active: boolean) =>
    t.store.db.update(users).set({ is_active }).where(eq(users.id, owner.user_id));
  await set(false);
  expect(await post(bot, id)).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST' });
  await set(true);
});
